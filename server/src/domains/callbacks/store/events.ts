import { type Selectable, sql, type Updateable } from 'kysely'
import type { CallbackProblem } from '#contract/callbacks.ts'
import type { Tx } from '../../../context.ts'
import { insertRows, updateRow } from '../../../platform/db/rows.ts'
import type { CallbackAttemptsTable, CallbackEventsTable } from '../tables.ts'

export type CallbackEventRow = Selectable<CallbackEventsTable>
export type CallbackAttemptRow = Selectable<CallbackAttemptsTable>

export async function insertEvent(tx: Tx, { data, ...row }: CallbackEventRow): Promise<void> {
  const values = { ...row, data: data && JSON.stringify(data) }
  await insertRows(tx.db, 'callback_events', values)
}

export async function updateEvent(
  tx: Tx,
  eventId: string,
  values: Omit<Updateable<CallbackEventsTable>, 'event_id' | 'account_id'>,
): Promise<CallbackEventRow | undefined> {
  return updateRow(tx.db, 'callback_events', { event_id: eventId }, { event_id: eventId, ...values })
}

/**
 * Marks all waiting events of the account as failed and adds an attempt that says why, because a finished event always
 * has one. Attempts are numbered under the lock of the account's row in `callbacks`.
 */
export async function markWaitingEventsFailed(
  tx: Tx,
  accountId: string,
  { at, address, format }: { at: Date; address: string; format: 'JSON' | 'XML' },
): Promise<void> {
  const problem: CallbackProblem = 'turned-off'
  await sql`
    with failed as (
      update callback_events set state = 'failed', next_attempt_at = null, claimed_until = null
      where account_id = ${accountId} and state = 'waiting'
      returning event_id
    )
    insert into callback_attempts (event_id, n, account_id, attempted_at, address, format, duration_ms, problem, answer)
    select event_id,
      coalesce((select max(n) from callback_attempts where callback_attempts.event_id = failed.event_id), 0) + 1,
      ${accountId}, ${at}, ${address}, ${format}, 0, ${problem}, ''
    from failed`.execute(tx.db)
}

/** Inserts an attempt with the event's next number. */
export async function insertAttempt(tx: Tx, attempt: Omit<CallbackAttemptRow, 'n'>): Promise<void> {
  await tx.db
    .insertInto('callback_attempts')
    .values(({ selectFrom, fn, lit }) => ({
      ...attempt,
      n: selectFrom('callback_attempts')
        .select(fn.coalesce(sql<number>`max(n) + 1`, lit(1)).as('n'))
        .where('event_id', '=', attempt.event_id),
    }))
    .execute()
}

/** Deletes events and attempts from before `createdBefore`, except waiting ones. */
export async function deleteEventsBefore(tx: Tx, createdBefore: Date): Promise<void> {
  const deleted = tx.db
    .deleteFrom('callback_events')
    .where('created_at', '<', createdBefore)
    .where('state', '<>', 'waiting')
    .returning('event_id')
  await tx.db
    .with('deleted', () => deleted)
    .deleteFrom('callback_attempts')
    .where('event_id', 'in', ({ selectFrom }) => selectFrom('deleted').select('event_id'))
    .execute()
}
