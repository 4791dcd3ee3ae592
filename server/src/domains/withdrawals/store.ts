import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { findRow, greaterThan, listRows, listValues, updateRows } from '../../platform/db/rows.ts'
import type { WithdrawalsTable } from './tables.ts'

export type WithdrawalRow = Selectable<WithdrawalsTable>

export type NewWithdrawal = Pick<
  WithdrawalRow,
  | 'withdrawal_id'
  | 'reference'
  | 'account_id'
  | 'order_code'
  | 'brand_id'
  | 'locale'
  | 'input'
  | 'statement'
  | 'product_codes'
  | 'is_late'
  | 'ended_at'
  | 'recipient'
  | 'submitted_at'
  | 'checked_at'
>

/** Inserts a withdrawal; false when its id is in use. */
export async function insertWithdrawal(
  tx: Tx,
  { input, product_codes, ...columns }: NewWithdrawal,
): Promise<boolean> {
  const inserted = await tx.db
    .insertInto('withdrawals')
    .values({
      ...columns,
      input: JSON.stringify(input),
      product_codes: JSON.stringify(product_codes),
      state: 'received',
    })
    .onConflict(oc => oc.column('withdrawal_id').doNothing())
    .returning('withdrawal_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findWithdrawal(db: Reader, withdrawalId: string): Promise<WithdrawalRow | undefined> {
  return findRow(db, 'withdrawals', { withdrawal_id: withdrawalId })
}

/** Lists the withdrawals from orders of the account, the first one first. */
export function listWithdrawals(
  db: Reader,
  accountId: string,
  orderCodes: readonly string[],
): Promise<WithdrawalRow[]> {
  return listRows(
    db,
    'withdrawals',
    { account_id: accountId, order_code: orderCodes },
    'submitted_at',
    'withdrawal_id',
  )
}

/** Stores what a public statement was found to be about. */
export async function updateChecked(
  tx: Tx,
  {
    withdrawal_id,
    product_codes,
    ...columns
  }: Pick<
    WithdrawalRow,
    'withdrawal_id' | 'account_id' | 'order_code' | 'product_codes' | 'is_late' | 'ended_at' | 'checked_at'
  >,
): Promise<void> {
  const changes = { ...columns, product_codes: JSON.stringify(product_codes) }
  await updateRows(tx.db, 'withdrawals', { withdrawal_id }, changes)
}

/** Lists when receipts were mailed to an address since an instant, the first one first. */
export async function listReceipts(db: Reader, recipient: string, since: Date): Promise<Date[]> {
  const key = { recipient, mailed_at: greaterThan(since) }
  const instants = await listValues(db, 'withdrawals', key, 'mailed_at', 'mailed_at')
  return instants.map(instant => instant!)
}
