import type { Selectable } from 'kysely'
import type { Reader } from '../../context.ts'
import { listFirstRows } from '../../platform/db/rows.ts'
import type { VoucherOffersTable, VouchersTable } from './tables.ts'

export type VoucherRow = Selectable<VouchersTable>
export type OfferRow = Selectable<VoucherOffersTable>

/** Finds the account's voucher with this code; the latest changed one of several. */
export async function findVoucherByCode(
  db: Reader,
  accountId: string,
  code: string,
): Promise<VoucherRow | undefined> {
  const [voucher] = await listFirstRows(db, 'vouchers', { account_id: accountId, code }, 1, 'updated_at desc')
  return voucher
}
