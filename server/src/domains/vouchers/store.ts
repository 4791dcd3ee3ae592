import type { Selectable } from 'kysely'
import type { Reader } from '../../context.ts'
import type { VoucherOffersTable, VouchersTable } from './tables.ts'

export type VoucherRow = Selectable<VouchersTable>
export type OfferRow = Selectable<VoucherOffersTable>

/** Finds the account's voucher with this code; the latest changed one of several. */
export function findVoucherByCode(
  db: Reader,
  accountId: string,
  code: string,
): Promise<VoucherRow | undefined> {
  return db
    .selectFrom('vouchers')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('code', '=', code)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the codes that have an offer. */
export async function listOfferCodes(db: Reader, optionCodes: readonly string[]): Promise<Set<string>> {
  if (optionCodes.length === 0) return new Set()
  const rows = await db
    .selectFrom('voucher_offers')
    .select('option_code')
    .where('option_code', 'in', optionCodes)
    .execute()
  return new Set(rows.map(row => row.option_code))
}
