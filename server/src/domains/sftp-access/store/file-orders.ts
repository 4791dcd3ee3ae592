import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../../../context.ts'
import { updateRow } from '../../../platform/db/rows.ts'
import type { FileOrdersTable } from '../tables.ts'

export type FileOrderRow = Selectable<FileOrdersTable>

/** Inserts an order, or replaces the refused order with that id. */
export async function upsertFileOrder(tx: Tx, row: Insertable<FileOrdersTable>): Promise<void> {
  const { request_id: _, account_id: __, reference: ___, ...values } = row
  await tx.db
    .insertInto('file_orders')
    .values(row)
    .onConflict(oc => oc.column('request_id').doUpdateSet(values).where('file_orders.state', '=', 'refused'))
    .execute()
}

/** Stores the retailer's answer to a waiting order; returns the order, or undefined where it was answered before. */
export async function storeRetailerAnswer(
  tx: Tx,
  requestId: string,
  answer: { state: 'ordered'; orderCodes: readonly string[] } | { state: 'refused'; refusal: string },
): Promise<FileOrderRow | undefined> {
  return updateRow(
    tx.db,
    'file_orders',
    { request_id: requestId, state: 'waiting' },
    {
      state: answer.state,
      refusal: answer.state === 'refused' ? answer.refusal : null,
      order_codes: answer.state === 'ordered' ? JSON.stringify(answer.orderCodes) : null,
    },
  )
}
