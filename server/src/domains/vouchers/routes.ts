import { getVouchers } from '#contract/own-vouchers.ts'
import * as retailer from '#contract/retailer-vouchers.ts'
import * as contract from '#contract/vouchers.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { findOrder } from '../orders/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { listOwnVouchers } from './own-vouchers.ts'
import { presentOffer, presentVoucher } from './present.ts'
import { refreshVoucher } from './refresh-voucher.ts'
import { findOffer, findVoucherByCode, listOfferCodes, listVouchers } from './store.ts'
import { upsertOffer, upsertVoucher } from './vouchers.ts'

export const voucherRoutes: readonly Route[] = [
  route(retailer.putOffer, call => {
    const { ctx, params, body } = call
    const reference = { kind: 'offers', key: params.optionCode }
    return receiveSubmission(call, reference, sent => upsertOffer(ctx, params.optionCode, body, sent))
  }),
  route(retailer.putVoucher, call => {
    const { ctx, params, body } = call
    const { accountId, ...voucher } = body
    const reference = { kind: 'vouchers', key: params.code }
    return receiveSubmission(call, reference, sent =>
      upsertVoucher(ctx, params.code, accountId, voucher, sent),
    )
  }),
  route(retailer.getRetailerOffer, call => answerState(call, 'offers', call.params.optionCode)),
  route(retailer.getRetailerOffers, call => answerStates(call, 'offers')),
  route(retailer.getRetailerVoucher, call => answerState(call, 'vouchers', call.params.code)),
  route(retailer.getRetailerVouchers, call => answerStates(call, 'vouchers')),
  route(contract.getOffer, async ({ ctx, caller, params }) => {
    const ownVoucher = await findVoucherByCode(ctx.db, caller.accountId, params.optionCode)
    if (ownVoucher) return presentVoucher(ownVoucher)
    const offer = await findOffer(ctx.db, params.optionCode)
    if (!offer) throw notFound('Voucher')
    return presentOffer(offer)
  }),
  route(contract.getOrderVouchers, async ({ ctx, caller, query }) => ({
    vouchers: await listOrderVouchers(ctx, caller.accountId, query.orderCode),
  })),
  route(getVouchers, ({ ctx, caller, query }) => listOwnVouchers(ctx, caller.accountId, query.cursor)),
  route(contract.refreshVoucher, ({ ctx, caller, params }) =>
    refreshVoucher(ctx, caller.accountId, params.productCode),
  ),
]

/** Lists the vouchers of an order's products: those that the retailer has sent, else those that the order names. */
async function listOrderVouchers(
  { db }: Context,
  accountId: string,
  orderCode: string,
): Promise<contract.ProductVoucher[]> {
  const order = await findOrder(db, accountId, orderCode)
  if (!order) throw notFound('Order')
  const { products } = order.body
  const codes = products.map(({ code }) => code)
  const codeByProduct = new Map(
    (await listVouchers(db, accountId, codes)).map(row => [row.product_code, row.code]),
  )
  const voucherCodes = products.flatMap(({ code, voucher }) =>
    codeByProduct.has(code) ? [] : (voucher ?? []),
  )
  const offerCodes = await listOfferCodes(db, voucherCodes)
  return products.flatMap(({ code: productCode, voucher }) => {
    const code = codeByProduct.get(productCode) ?? voucher
    if (code === undefined) return []
    return [{ productCode, code, isVoucherFound: codeByProduct.has(productCode) || offerCodes.has(code) }]
  })
}
