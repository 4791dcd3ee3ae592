import { sql } from 'kysely'
import type { CallbackProblem } from '#contract/callbacks.ts'
import type { Reader } from '../../../context.ts'
import type { TimePosition } from '../../../http/cursor.ts'
import type { CallbackAttemptRow, CallbackEventRow } from './events.ts'

/** An event with its number of attempts and the last one. */
export interface LoggedEvent {
  event: CallbackEventRow
  attempts: number
  lastAttempt: CallbackAttemptRow | undefined
}

export interface LogPage {
  accountId: string
  since: Date
  failedOnly: boolean
  after: TimePosition | undefined
  limit: number
}

/**
 * Lists events of the account since `since`, newest first, each with its last attempt, in one statement (see
 * findEventWithAttempts).
 */
export async function listLoggedEvents(db: Reader, page: LogPage): Promise<LoggedEvent[]> {
  const { after } = page
  const rows = await db
    .selectFrom('callback_events')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('callback_attempts')
          .select(ATTEMPT_COLUMNS)
          .whereRef('callback_attempts.event_id', '=', 'callback_events.event_id')
          .orderBy('n', 'desc')
          .limit(1)
          .as('last'),
      join => join.onTrue(),
    )
    .selectAll()
    .where('callback_events.account_id', '=', page.accountId)
    .where('created_at', '>=', page.since)
    .$if(page.failedOnly, q => q.where('state', '=', 'failed'))
    .$if(after !== undefined, q =>
      q.where(sql<boolean>`(created_at, event_id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(row => {
    const lastAttempt = toAttempt(row)
    return { event: row, attempts: lastAttempt?.n ?? 0, lastAttempt }
  })
}

/**
 * Finds an event of the account with its latest attempts, newest first. One statement, because between two the event
 * may be delivered, and its state would not be that of the attempts.
 */
export async function findEventWithAttempts(
  db: Reader,
  accountId: string,
  eventId: string,
  limit: number,
): Promise<{ event: CallbackEventRow; attempts: CallbackAttemptRow[] } | undefined> {
  const rows = await db
    .selectFrom('callback_events')
    .leftJoin('callback_attempts', 'callback_attempts.event_id', 'callback_events.event_id')
    .selectAll('callback_events')
    .select(ATTEMPT_COLUMNS)
    .where('callback_events.account_id', '=', accountId)
    .where('callback_events.event_id', '=', eventId)
    .orderBy('n', 'desc')
    .limit(limit)
    .execute()
  const [event] = rows
  return event && { event, attempts: rows.flatMap(row => toAttempt(row) ?? []) }
}

/** Columns of an attempt whose names no column of an event has. */
const ATTEMPT_COLUMNS = [
  'n',
  'attempted_at',
  'address',
  'format',
  'duration_ms',
  'status',
  'problem',
  'signature',
  'answer',
] as const
type AttemptColumns = Pick<CallbackAttemptRow, (typeof ATTEMPT_COLUMNS)[number]>

/** Returns the attempt of a joined row; undefined when it has none. */
function toAttempt(
  row: CallbackEventRow & { [Column in keyof AttemptColumns]: AttemptColumns[Column] | null },
): CallbackAttemptRow | undefined {
  return row.n === null ? undefined : (row as CallbackEventRow & AttemptColumns)
}

/** Counts the account's events since `since` and how many of them failed. */
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

/** Whether an attempt of the account since `since` was refused or not answered. */
export async function hasFailedSince(db: Reader, accountId: string, since: Date): Promise<boolean> {
  const notMade: CallbackProblem = 'turned-off'
  const failed = await db
    .selectFrom('callback_attempts')
    .select('event_id')
    .where('account_id', '=', accountId)
    .where('attempted_at', '>=', since)
    .where(sql<boolean>`(status is null or status not between 200 and 299)`)
    .where(sql<boolean>`problem is distinct from ${notMade}`)
    .limit(1)
    .executeTakeFirst()
  return failed !== undefined
}
