import type { Selectable } from 'kysely'
import type { AddressRefusal } from '#contract/address-change.ts'
import type { CancellationState } from '#contract/cancellation.ts'
import type { Reader, Tx } from '../../../context.ts'
import {
  findRow,
  greaterThan,
  listFirstRows,
  listRows,
  notEqual,
  updateRow,
  updateRows,
} from '../../../platform/db/rows.ts'
import type { OrderAddressChangesTable } from '../tables.ts'

export type AddressChangeRow = Selectable<OrderAddressChangesTable>

/** Whether a change or a cancellation is not decided yet. */
export const isOpen = ({ state }: { state: AddressChangeRow['state'] | CancellationState }): boolean =>
  state === 'requested' || state === 'sent'

/** Finds the last change of each of the orders, by the order's code. */
export async function findLastChanges(
  db: Reader,
  codes: readonly string[],
): Promise<Map<string, AddressChangeRow>> {
  const rows = await listRows(db, 'order_address_changes', { order_code: codes }, 'requested_at')
  // The last one of a code stays.
  return new Map(rows.map(row => [row.order_code, row]))
}

/** Lists the account's changes that were requested since `since`, newest first. */
export function listAddressChanges(
  db: Reader,
  accountId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<AddressChangeRow[]> {
  const key = { account_id: accountId, requested_at: greaterThan(since) }
  return listFirstRows(db, 'order_address_changes', key, limit, 'requested_at desc')
}

export function findChange(db: Reader, changeId: string): Promise<AddressChangeRow | undefined> {
  return findRow(db, 'order_address_changes', { change_id: changeId })
}

/** Marks a requested change as sent; false when it has been decided or deleted since. */
export async function markSent(tx: Tx, changeId: string, now: Date): Promise<boolean> {
  const key = { change_id: changeId, state: 'requested' } as const
  return (await updateRows(tx.db, 'order_address_changes', key, { state: 'sent', updated_at: now })) > 0
}

/**
 * Stores the order system's decision on a change of the order; undefined when it is stored already or the order has no
 * such change.
 */
export function updateDecision(
  tx: Tx,
  { orderCode, changeId, refusal, now }: Decision,
): Promise<AddressChangeRow | undefined> {
  const state = refusal ? 'refused' : 'applied'
  return updateRow(
    tx.db,
    'order_address_changes',
    { change_id: changeId, order_code: orderCode, state: notEqual(state) },
    { state, refusal: refusal ?? null, updated_at: now },
  )
}

export interface Decision {
  orderCode: string
  changeId: string
  /** Absent when the change was applied. */
  refusal?: AddressRefusal
  now: Date
}
