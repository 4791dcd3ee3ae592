import type { Selectable } from 'kysely'
import type { Reader } from '../../context.ts'
import { listFirstRows, listValues } from '../../platform/db/rows.ts'
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

/** Returns the codes that have an offer. */
export async function listOfferCodes(db: Reader, optionCodes: readonly string[]): Promise<Set<string>> {
  return new Set(await listValues(db, 'voucher_offers', { option_code: optionCodes }, 'option_code'))
}
