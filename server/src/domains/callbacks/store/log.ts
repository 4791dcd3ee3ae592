import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../context.ts'
import type { CallbackAttemptsTable } from '../tables.ts'
import type { CallbackAttemptRow, CallbackEventRow } from './events.ts'

/** An event with its number of attempts and the last one. */
export interface LoggedEvent {
  event: CallbackEventRow
  attempts: number
  last: CallbackAttemptRow | undefined
}

export interface LogPage {
  accountId: string
  since: Date
  failedOnly: boolean
  after: { createdAt: Date; eventId: string } | undefined
  limit: number
}

/** Events of the account since `since`, newest first. */
export async function listLoggedEvents(db: Reader, page: LogPage): Promise<LoggedEvent[]> {
  const { after } = page
  const events = await db
    .selectFrom('callback_events')
    .selectAll()
    .where('account_id', '=', page.accountId)
    .where('created_at', '>=', page.since)
    .$if(page.failedOnly, q => q.where('state', '=', 'failed'))
    .$if(after !== undefined, q =>
      q.where(sql<boolean>`(created_at, event_id) < (${after!.createdAt}, ${after!.eventId})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(page.limit)
    .execute()
  const last = await listLastAttempts(
    db,
    events.map(event => event.event_id),
  )
  return events.map(event => {
    const attempt = last.get(event.event_id)
    return { event, attempts: attempt?.n ?? 0, last: attempt }
  })
}

async function listLastAttempts(
  db: Reader,
  eventIds: readonly string[],
): Promise<Map<string, CallbackAttemptRow>> {
  if (eventIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('callback_attempts')
    .selectAll()
    .distinctOn('event_id')
    .where('event_id', 'in', eventIds)
    .orderBy('event_id')
    .orderBy('n', 'desc')
    .execute()
  return new Map(rows.map(row => [row.event_id, row]))
}

/** The latest attempts of an event, newest first. */
export function listAttempts(
  db: Reader,
  eventId: string,
  limit: number,
): Promise<Selectable<CallbackAttemptsTable>[]> {
  return db
    .selectFrom('callback_attempts')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('n', 'desc')
    .limit(limit)
    .execute()
}

/** How many events the account has since `since`, and how many of them were given up. */
export async function countEvents(
  db: Reader,
  accountId: string,
  since: Date,
): Promise<{ total: number; failed: number }> {
  return db
    .selectFrom('callback_events')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where state = 'failed'))::int`.as('failed'),
    ])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
}
