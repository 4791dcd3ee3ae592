import { sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import type { CallbacksRow } from './callbacks.ts'

/** The newest event of a type and subject, with how many of them the endpoint did not get. */
interface MissedEvent {
  event_id: string
  number: number
  events: number
}

/** Lists the newest event of each type and subject, oldest first, of those that were neither delivered to the endpoint nor wait. */
export async function listMissedEvents(
  db: Reader,
  { account_id, endpoint_id }: CallbacksRow,
  { after, since, types }: { after: number; since: Date | undefined; types: readonly string[] },
): Promise<MissedEvent[]> {
  const isMissed = sql`(state is null or state in ('failed', 'off'))`
  const { rows } = await sql<MissedEvent>`
    select event_id, number, events from (
      select events.event_id, events.number, state,
        row_number() over (partition by type, about order by events.number desc) as place,
        (count(*) filter (where ${isMissed}) over (partition by type, about))::int as events
      from callback_events events
      left join callback_deliveries deliveries
        on deliveries.event_id = events.event_id and deliveries.endpoint_id = ${endpoint_id}
      where events.account_id = ${account_id} and events.number > ${after}::int
        and type = any(${types}::text[])
        ${since ? sql`and created_at >= ${since}` : sql``}
    ) ranked
    where place = 1 and ${isMissed}
    order by number`.execute(db)
  return rows
}

/** Requests that these events are delivered to the endpoint, in the order of their numbers. A delivery from before keeps its version. */
export async function requestDeliveries(
  tx: Tx,
  { account_id, endpoint_id, version }: CallbacksRow,
  events: readonly MissedEvent[],
  now: Date,
): Promise<void> {
  const ids = events.map(event => event.event_id)
  const numbers = events.map(event => event.number)
  await sql`
    insert into callback_deliveries
      (event_id, endpoint_id, account_id, number, version, state, requested, failures, next_attempt_at)
    select event_id, ${endpoint_id}, ${account_id}, number, ${version}, 'waiting', true, 0, ${now}::timestamptz
    from unnest(${ids}::text[], ${numbers}::int[]) as missed(event_id, number)
    on conflict (event_id, endpoint_id)
    do update set state = 'waiting', requested = true, failures = 0, next_attempt_at = excluded.next_attempt_at`.execute(
    tx.db,
  )
}
