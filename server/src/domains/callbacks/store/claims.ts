import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../context.ts'
import type { Delivery, DeliveryKey } from './deliveries.ts'

/** Selects deliveries by lane (delivery/dispatcher.ts). */
export interface ClaimFilter {
  requested: boolean
  /** Whether the endpoint's last attempt failed; undefined: both. */
  failing?: boolean
}

export interface Claim extends ClaimFilter {
  now: Date
  until: Date
  /** Maximum number of deliveries to claim; `perEndpoint` also counts those that are `running`. */
  limit: number
  perEndpoint: number
  running: ReadonlyMap<string, number>
  /** Only deliveries to these endpoints; undefined: to all. */
  endpointIds?: readonly string[]
}

/**
 * Claims due deliveries round-robin by endpoint, starting with the endpoints that were served longest ago. A delivery that two
 * transactions claim at once is returned to one of them.
 */
export async function claimDeliveries(
  tx: Tx,
  { now, until, limit, perEndpoint, running, endpointIds, requested, failing }: Claim,
): Promise<Delivery[]> {
  const endpoints = [...running.keys()]
  const counts = [...running.values()]
  const isDue = sql`state = 'waiting' and requested = ${requested} and next_attempt_at <= ${now}
    and (claimed_until is null or claimed_until <= ${now})`
  const endpointCondition = endpointIds
    ? sql`= any(${endpointIds}::text[])`
    : sql`in (select endpoint_id from callback_deliveries where ${isDue})`
  const { rows } = await sql<DeliveryKey>`
    select due.event_id, due.endpoint_id
    from callbacks
    left join unnest(${endpoints}::text[], ${counts}::int[]) as running(endpoint_id, count)
      on running.endpoint_id = callbacks.endpoint_id
    cross join lateral (
      select event_id, callback_deliveries.endpoint_id, next_attempt_at,
        row_number() over (order by next_attempt_at, number)::int as place
      from callback_deliveries
      where callback_deliveries.endpoint_id = callbacks.endpoint_id and ${isDue}
      order by next_attempt_at, number
      limit ${perEndpoint}::int
    ) due
    where callbacks.state = 'on' and (callbacks.starts_at is null or callbacks.starts_at <= ${now})
      and callbacks.endpoint_id ${endpointCondition}
      and due.place + coalesce(running.count, 0) <= ${perEndpoint}::int
      ${failing === undefined ? sql`` : sql`and (callbacks.failing_since is not null) = ${failing}`}
    order by due.place, callbacks.last_claimed_at nulls first, due.next_attempt_at
    limit ${limit}::int`.execute(tx.db)
  if (rows.length === 0) return []
  await markClaimed(tx, new Set(rows.map(row => row.endpoint_id)), now)
  return tx.db
    .updateTable('callback_deliveries')
    .from('callback_events')
    .set({ claimed_until: until })
    .whereRef('callback_events.event_id', '=', 'callback_deliveries.event_id')
    .where(isOneOf(rows))
    .where('state', '=', 'waiting')
    .where(({ eb, or }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returningAll('callback_deliveries')
    .returning(['type', 'about', 'data', 'created_at'])
    .execute()
}

/** Locks the endpoints in order, and before their deliveries, so that transactions do not deadlock. */
async function markClaimed(tx: Tx, endpointIds: ReadonlySet<string>, now: Date): Promise<void> {
  await sql`
    update callbacks set last_claimed_at = ${now}
    where endpoint_id in (
      select endpoint_id from callbacks where endpoint_id = any(${[...endpointIds]}::text[])
      order by account_id, endpoint_id for update
    )`.execute(tx.db)
}

/** Passes all keys as two parameters, so that the statement is planned once. */
const isOneOf = (keys: readonly DeliveryKey[]) => sql<SqlBool>`
  (callback_deliveries.event_id, callback_deliveries.endpoint_id) in (
    select * from unnest(${keys.map(key => key.event_id)}::text[], ${keys.map(key => key.endpoint_id)}::text[])
  )`

/** Releases deliveries that were claimed and not attempted. */
export async function releaseDeliveries(tx: Tx, keys: readonly DeliveryKey[]): Promise<void> {
  await tx.db
    .updateTable('callback_deliveries')
    .set({ claimed_until: null })
    .where(isOneOf(keys))
    .where('state', '=', 'waiting')
    .execute()
}
