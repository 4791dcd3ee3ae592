import { type Selectable, sql, type Updateable } from 'kysely'
import type { CallbackProblem } from '#contract/callbacks.ts'
import type { Reader, Tx } from '../../../context.ts'
import { insertRows, updateRow } from '../../../platform/db/rows.ts'
import type { CallbackAttemptsTable, CallbackDeliveriesTable } from '../tables.ts'
import type { CallbackEventRow } from './events.ts'

export type CallbackDeliveryRow = Selectable<CallbackDeliveriesTable>
export type CallbackAttemptRow = Selectable<CallbackAttemptsTable>
/** A delivery with what is sent. */
export type Delivery = CallbackDeliveryRow & Pick<CallbackEventRow, 'type' | 'about' | 'data' | 'created_at'>
export type DeliveryKey = Pick<CallbackDeliveryRow, 'event_id' | 'endpoint_id'>

export const insertDelivery = (tx: Tx, delivery: CallbackDeliveryRow): Promise<void> =>
  insertRows(tx.db, 'callback_deliveries', delivery)

export async function updateDelivery(
  tx: Tx,
  { event_id, endpoint_id }: DeliveryKey,
  values: Omit<Updateable<CallbackDeliveriesTable>, keyof DeliveryKey | 'account_id'>,
): Promise<CallbackDeliveryRow | undefined> {
  const key = { event_id, endpoint_id }
  return updateRow(tx.db, 'callback_deliveries', key, { ...key, ...values })
}

/**
 * Marks all waiting deliveries to the endpoint as failed and adds an attempt that says why. Attempts are numbered under the lock
 * of the endpoint's row in `callbacks`.
 */
export async function markWaitingDeliveriesFailed(
  tx: Tx,
  endpointId: string,
  { at, address, format }: { at: Date; address: string; format: 'JSON' | 'XML' },
): Promise<void> {
  const problem: CallbackProblem = 'turned-off'
  await sql`
    with failed as (
      update callback_deliveries set state = 'failed', next_attempt_at = null, claimed_until = null
      where endpoint_id = ${endpointId} and state = 'waiting'
      returning event_id, account_id
    )
    insert into callback_attempts
      (event_id, endpoint_id, n, account_id, attempted_at, address, format, duration_ms, problem, answer)
    select event_id, ${endpointId},
      coalesce((select max(n) from callback_attempts
        where callback_attempts.event_id = failed.event_id and endpoint_id = ${endpointId}), 0) + 1,
      account_id, ${at}, ${address}, ${format}, 0, ${problem}, ''
    from failed`.execute(tx.db)
}

/** Inserts an attempt with the delivery's next number. */
export async function insertAttempt(tx: Tx, attempt: Omit<CallbackAttemptRow, 'n'>): Promise<void> {
  await tx.db
    .insertInto('callback_attempts')
    .values(({ selectFrom, fn, lit }) => ({
      ...attempt,
      n: selectFrom('callback_attempts')
        .select(fn.coalesce(sql<number>`max(n) + 1`, lit(1)).as('n'))
        .where('event_id', '=', attempt.event_id)
        .where('endpoint_id', '=', attempt.endpoint_id),
    }))
    .execute()
}

/** Counts what waits for each endpoint of the account, and what it did not get. */
export async function countDeliveries(
  db: Reader,
  accountId: string,
): Promise<{ endpoint_id: string; waiting: number; missed: number }[]> {
  return db
    .selectFrom('callback_deliveries')
    .select([
      'endpoint_id',
      sql<number>`(count(*) filter (where state = 'waiting'))::int`.as('waiting'),
      sql<number>`(count(*) filter (where state in ('failed', 'off')))::int`.as('missed'),
    ])
    .where('account_id', '=', accountId)
    .groupBy('endpoint_id')
    .execute()
}

/** Whether an attempt of the endpoint since `since` was refused or not answered. */
export async function hasFailedSince(
  db: Reader,
  { account_id, endpoint_id }: Pick<CallbackDeliveryRow, 'account_id' | 'endpoint_id'>,
  since: Date,
): Promise<boolean> {
  const notMade: CallbackProblem = 'turned-off'
  const failed = await db
    .selectFrom('callback_attempts')
    .select('event_id')
    .where('account_id', '=', account_id)
    .where('endpoint_id', '=', endpoint_id)
    .where('attempted_at', '>=', since)
    .where(sql<boolean>`(status is null or status not between 200 and 299)`)
    .where(sql<boolean>`problem is distinct from ${notMade}`)
    .limit(1)
    .executeTakeFirst()
  return failed !== undefined
}
