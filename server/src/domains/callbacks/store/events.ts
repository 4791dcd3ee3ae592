import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import type { CallbackAttemptsTable, CallbackEventsTable } from '../tables.ts'

export type CallbackEventRow = Selectable<CallbackEventsTable>
export type CallbackAttemptRow = Selectable<CallbackAttemptsTable>

export async function insertEvent(tx: Tx, row: Insertable<CallbackEventsTable>): Promise<void> {
  await tx.db.insertInto('callback_events').values(row).execute()
}

export function findEvent(
  db: Reader,
  accountId: string,
  eventId: string,
): Promise<CallbackEventRow | undefined> {
  return db
    .selectFrom('callback_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
}

export async function updateEvent(
  tx: Tx,
  eventId: string,
  values: Omit<Updateable<CallbackEventsTable>, 'event_id' | 'account_id'>,
): Promise<CallbackEventRow | undefined> {
  return tx.db
    .updateTable('callback_events')
    .set({ event_id: eventId, ...values })
    .where('event_id', '=', eventId)
    .returningAll()
    .executeTakeFirst()
}

/** Gives up all events of the account that wait. */
export async function failWaitingEvents(tx: Tx, accountId: string): Promise<void> {
  await tx.db
    .updateTable('callback_events')
    .set({ state: 'failed', next_attempt_at: null, claimed_until: null })
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .execute()
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

/** Deletes events and attempts of before `createdBefore`, unless they wait. */
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
