import type { RetailerVoucher } from '#contract/retailer-vouchers.ts'
import { type Instant, type Json, local, type TableDeclarations } from '../../schema.ts'

export interface VoucherTables {
  voucher_offers: VoucherOffersTable
  vouchers: VouchersTable
}

declare module '../../schema.ts' {
  interface Schema extends VoucherTables {}
}

export const voucherTables: TableDeclarations<VoucherTables> = {
  voucher_offers: local(),
  vouchers: local('account_id'),
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
