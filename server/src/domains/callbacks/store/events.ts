import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import type { CallbackEventsTable } from '../tables.ts'

export type CallbackEventRow = Selectable<CallbackEventsTable>

/**
 * Inserts an event with the account's next number. The number's row stays locked until the transaction ends, so that a later
 * number is never visible before an earlier one, and one that is rolled back leaves no gap.
 */
export async function insertEvent(
  tx: Tx,
  event: Omit<CallbackEventRow, 'number'>,
): Promise<CallbackEventRow> {
  const { account_id, event_id, type, about, data, created_at } = event
  const { rows } = await sql<{ number: number }>`
    with next as (
      insert into callback_numbers (account_id, number) values (${account_id}, 1)
      on conflict (account_id) do update set number = callback_numbers.number + 1
      returning number
    )
    insert into callback_events (account_id, number, event_id, type, about, data, created_at)
    select ${account_id}, number, ${event_id}, ${type}, ${about}, ${JSON.stringify(data)}::jsonb, ${created_at}::timestamptz
    from next returning number`.execute(tx.db)
  return { ...event, number: rows[0]!.number }
}

/** The numbers of the events that are kept. Without any, `oldest` is the next one. */
export async function findNumbers(
  db: Reader,
  accountId: string,
  since: Date,
): Promise<{ oldest: number; latest: number }> {
  const { rows } = await sql<{ oldest: number; latest: number }>`
    select coalesce(min(events.number), max(numbers.number) + 1) as oldest, max(numbers.number) as latest
    from callback_numbers numbers
    left join callback_events events
      on events.account_id = numbers.account_id and events.created_at >= ${since}
    where numbers.account_id = ${accountId}`.execute(db)
  const { oldest, latest } = rows[0]!
  return { oldest: oldest ?? 1, latest: latest ?? 0 }
}

/** Deletes events from before `createdBefore` with their deliveries and attempts, except those that wait somewhere. */
export async function deleteEventsBefore(tx: Tx, createdBefore: Date): Promise<void> {
  await sql`
    with expired as (
      delete from callback_events where created_at < ${createdBefore} and not exists (
        select from callback_deliveries where callback_deliveries.event_id = callback_events.event_id and state = 'waiting'
      ) returning event_id
    ), delivered as (
      delete from callback_deliveries where event_id in (select event_id from expired)
    )
    delete from callback_attempts where event_id in (select event_id from expired)`.execute(tx.db)
}

/** Deletes the account's events that are for no endpoint. */
export async function deleteUnwantedEvents(tx: Tx, accountId: string): Promise<void> {
  await tx.db
    .deleteFrom('callback_events')
    .where('account_id', '=', accountId)
    .where('event_id', 'not in', ({ selectFrom }) => selectFrom('callback_deliveries').select('event_id'))
    .execute()
}
