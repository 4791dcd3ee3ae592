import type { RetailerVoucher } from '#contract/retailer-vouchers.ts'
import { type Instant, type Json, local, type TablesOf } from '../../schema.ts'

export const voucherTables = {
  voucher_offers: local<VoucherOffersTable>(),
  vouchers: local<VouchersTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof voucherTables> {}
}

/** Offers of campaigns, by the code that customers enter; they belong to no account. */
export interface VoucherOffersTable {
  option_code: string
  version: number
  body: Json<OfferBody>
  updated_at: Instant
}

/** The vouchers of ordered products; a voucher may arrive before its order. */
export interface VouchersTable {
  product_code: string
  account_id: string
  /** The code of the voucher; not unique. */
  code: string
  version: number
  body: Json<VoucherBody>
  updated_at: Instant
}

/** Without the fields that have columns. */
export type VoucherBody = Omit<RetailerVoucher, 'version' | 'code'>
export type OfferBody = Omit<VoucherBody, 'redeemed' | 'redeemedAt'>
