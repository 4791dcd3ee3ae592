import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../context.ts'
import type { CallbackEventRow } from './events.ts'

/** Selects events by lane (delivery/lanes.ts). */
export interface ClaimFilter {
  requested: boolean
  /** Whether the endpoint's last attempt failed; undefined: both. */
  failing?: boolean
}

export interface Claim extends ClaimFilter {
  now: Date
  until: Date
  /** Maximum number of events to claim; `perAccount` also counts the deliveries that are `running`. */
  limit: number
  perAccount: number
  running: ReadonlyMap<string, number>
  /** Only events of these accounts; undefined: of all accounts. */
  accountIds?: readonly string[]
}

/**
 * Claims due events round-robin by account, starting with the accounts that were served longest ago. An event that two
 * transactions claim at once is returned to one of them.
 */
export async function claimEvents(
  tx: Tx,
  { now, until, limit, perAccount, running, accountIds, requested, failing }: Claim,
): Promise<CallbackEventRow[]> {
  const accounts = [...running.keys()]
  const counts = [...running.values()]
  const isDue = sql`state = 'waiting' and requested = ${requested} and next_attempt_at <= ${now}
    and (claimed_until is null or claimed_until <= ${now})`
  const accountCondition = accountIds
    ? sql`= any(${accountIds}::text[])`
    : sql`in (select account_id from callback_events where ${isDue})`
  const { rows } = await sql<{ event_id: string; account_id: string }>`
    select due.event_id, due.account_id
    from callbacks
    left join unnest(${accounts}::text[], ${counts}::int[]) as running(account_id, count)
      on running.account_id = callbacks.account_id
    cross join lateral (
      select event_id, callback_events.account_id, next_attempt_at,
        row_number() over (order by next_attempt_at, event_id)::int as place
      from callback_events
      where callback_events.account_id = callbacks.account_id and ${isDue}
      order by next_attempt_at, event_id
      limit ${perAccount}::int
    ) due
    where callbacks.state = 'on'
      and callbacks.account_id ${accountCondition}
      and due.place + coalesce(running.count, 0) <= ${perAccount}::int
      ${failing === undefined ? sql`` : sql`and (callbacks.failing_since is not null) = ${failing}`}
    order by due.place, callbacks.last_claimed_at nulls first, due.next_attempt_at
    limit ${limit}::int`.execute(tx.db)
  if (rows.length === 0) return []
  await markClaimed(tx, new Set(rows.map(row => row.account_id)), now)
  return tx.db
    .updateTable('callback_events')
    .set({ claimed_until: until })
    .where(hasId(rows.map(row => row.event_id)))
    .where('state', '=', 'waiting')
    .where(({ eb, or }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returningAll()
    .execute()
}

/** Locks the accounts in order, and before their events, so that transactions do not deadlock. */
async function markClaimed(tx: Tx, accountIds: ReadonlySet<string>, now: Date): Promise<void> {
  await sql`
    update callbacks set last_claimed_at = ${now}
    where account_id in (
      select account_id from callbacks where account_id = any(${[...accountIds]}::text[])
      order by account_id for update
    )`.execute(tx.db)
}

/** Passes all ids as one parameter, so that the statement is planned once. */
const hasId = (eventIds: readonly string[]) => sql<SqlBool>`event_id = any(${eventIds}::text[])`

/** Releases events that were claimed and not attempted. */
export async function releaseEvents(tx: Tx, eventIds: readonly string[]): Promise<void> {
  await tx.db
    .updateTable('callback_events')
    .set({ claimed_until: null })
    .where(hasId(eventIds))
    .where('state', '=', 'waiting')
    .execute()
}
