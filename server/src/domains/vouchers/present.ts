import type { Selectable } from 'kysely'
import type { Voucher } from '#contract/vouchers.ts'
import type { VoucherOffersTable, VouchersTable } from './tables.ts'

export type VoucherRow = Selectable<VouchersTable>

export function presentVoucher({ code, body }: Pick<VoucherRow, 'code' | 'body'>): Voucher {
  return {
    code,
    isVoucherFound: true,
    title: body.title,
    description: body.description,
    discount: body.discount,
    validFrom: body.validFrom,
    validUntil: body.validUntil,
    redeemed: body.redeemed,
    redeemedAt: body.redeemedAt,
  }
}

/** Presents an offer of a campaign; whether a customer has used it is not known. */
export function presentOffer({ option_code, body }: Selectable<VoucherOffersTable>): Voucher {
  return presentVoucher({ code: option_code, body: { ...body, redeemed: false } })
}
