import type { Selectable } from 'kysely'
import type { CancellationRefusal } from '#contract/cancellation.ts'
import type { Reader, Tx } from '../../../context.ts'
import {
  findRow,
  insertMissingRow,
  listRows,
  notEqual,
  updateRow,
  updateRows,
} from '../../../platform/db/rows.ts'
import type { OrderCancellationsTable } from '../tables.ts'

export type CancellationRow = Selectable<OrderCancellationsTable>

/** Finds the last cancellation of each of the orders, by the order's code. */
export async function findLastCancellations(
  db: Reader,
  codes: readonly string[],
): Promise<Map<string, CancellationRow>> {
  const rows = await listRows(db, 'order_cancellations', { order_code: codes }, 'requested_at')
  // The last one of a code stays.
  return new Map(rows.map(row => [row.order_code, row]))
}

export function findCancellation(db: Reader, cancellationId: string): Promise<CancellationRow | undefined> {
  return findRow(db, 'order_cancellations', { cancellation_id: cancellationId })
}

/** Inserts a cancellation; false when its id is used already. */
export function insertCancellation(
  tx: Tx,
  row: Omit<CancellationRow, 'refusal' | 'mailed_at' | 'updated_at'>,
): Promise<boolean> {
  return insertMissingRow(tx.db, 'order_cancellations', { ...row, updated_at: row.requested_at }, [
    'cancellation_id',
  ])
}

/** Marks a requested cancellation as sent; false when it has been decided or deleted since. */
export async function markSent(tx: Tx, cancellationId: string, now: Date): Promise<boolean> {
  const key = { cancellation_id: cancellationId, state: 'requested' } as const
  return (await updateRows(tx.db, 'order_cancellations', key, { state: 'sent', updated_at: now })) > 0
}

/**
 * Stores the order system's decision on a cancellation; undefined when it is stored already or there is no such cancellation
 * any more. Another decision than the stored one is mailed again.
 */
export function updateDecision(
  tx: Tx,
  { cancellationId, refusal, now }: Decision,
): Promise<CancellationRow | undefined> {
  const state = refusal ? 'refused' : 'accepted'
  return updateRow(
    tx.db,
    'order_cancellations',
    { cancellation_id: cancellationId, state: notEqual(state) },
    { state, refusal: refusal ?? null, updated_at: now, mailed_at: null },
  )
}

export interface Decision {
  cancellationId: string
  /** Absent when the cancellation was accepted. */
  refusal?: CancellationRefusal
  now: Date
}
