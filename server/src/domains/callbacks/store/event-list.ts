import { type SqlBool, sql } from 'kysely'
import type { CallbackProblem } from '#contract/callbacks.ts'
import type { Reader } from '../../../context.ts'
import type { CallbackAttemptRow, CallbackDeliveryRow } from './deliveries.ts'
import type { CallbackEventRow } from './events.ts'

/** An event with its deliveries, which are in JSON form: instants are texts. */
export interface ListedEvent extends CallbackEventRow {
  deliveries: ListedDelivery[]
}

export interface ListedDelivery extends Pick<CallbackDeliveryRow, 'endpoint_id' | 'state' | 'version'> {
  next_attempt_at: string | null
  /** The latest ones, newest first. */
  attempts: ListedAttempt[]
}

export type ListedAttempt = Omit<
  CallbackAttemptRow,
  'event_id' | 'endpoint_id' | 'account_id' | 'attempted_at'
> & {
  attempted_at: string
  problem: CallbackProblem | null
}

export interface EventFilter {
  accountId: string
  /** The oldest number. */
  from: number
  types?: readonly string[] | undefined
  about?: string | undefined
  /** Only events that an endpoint did not get. */
  failedOnly?: boolean
}

export interface EventPage extends EventFilter {
  eventId?: string
  since?: Date | undefined
  /** The last number of the page before. */
  after?: number | undefined
  isOldestFirst?: boolean
  /** Attempts of each delivery. */
  attempts: number
  limit: number
}

/**
 * Lists events of the account with their deliveries and attempts, in one statement, because between two an event may be
 * delivered, and its state would not be that of the attempts.
 */
export async function listEvents(db: Reader, page: EventPage): Promise<ListedEvent[]> {
  const { eventId, since, after, isOldestFirst = false } = page
  const { rows } = await sql<ListedEvent>`
    select events.*, coalesce((
      select json_agg(json_build_object(
        'endpoint_id', endpoint_id, 'state', state, 'version', version,
        'next_attempt_at', greatest(next_attempt_at, case when state = 'waiting' then (
          select starts_at from callbacks where callbacks.endpoint_id = deliveries.endpoint_id
        ) end),
        'attempts', coalesce((
          select json_agg(latest) from (
            select n, attempted_at, address, format, duration_ms, status, problem, signature, answer
            from callback_attempts attempts
            where attempts.event_id = deliveries.event_id and attempts.endpoint_id = deliveries.endpoint_id
            order by n desc limit ${page.attempts}::int
          ) latest
        ), '[]'::json)
      ) order by endpoint_id <> events.account_id, endpoint_id)
      from callback_deliveries deliveries where deliveries.event_id = events.event_id
    ), '[]'::json) as deliveries
    from callback_events events
    where ${matches(page)}
      ${eventId === undefined ? sql`` : sql`and events.event_id = ${eventId}`}
      ${since ? sql`and events.created_at >= ${since}` : sql``}
      ${after === undefined ? sql`` : sql`and events.number ${isOldestFirst ? sql`>` : sql`<`} ${after}::int`}
    order by events.number ${isOldestFirst ? sql`` : sql`desc`}
    limit ${page.limit}::int`.execute(db)
  return rows
}

/** Counts the events of a list, and how many of them an endpoint did not get. */
export async function countEvents(
  db: Reader,
  filter: EventFilter,
): Promise<{ total: number; failed: number }> {
  const { rows } = await sql<{ total: number; failed: number }>`
    select count(*)::int as total, (count(*) filter (where ${isFailed}))::int as failed
    from callback_events events where ${matches(filter)}`.execute(db)
  return rows[0]!
}

const isFailed = sql<SqlBool>`exists (
  select from callback_deliveries missed where missed.event_id = events.event_id and missed.state in ('failed', 'off')
)`

const matches = ({ accountId, from, types, about, failedOnly }: EventFilter) => sql<SqlBool>`
  events.account_id = ${accountId} and events.number >= ${from}::int
  ${types ? sql`and events.type = any(${types}::text[])` : sql``}
  ${about === undefined ? sql`` : sql`and events.about = ${about}`}
  ${failedOnly ? sql`and ${isFailed}` : sql``}`
