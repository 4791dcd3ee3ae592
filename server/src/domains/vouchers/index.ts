import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import { getVouchers } from '#contract/own-vouchers.ts'
import { refreshVoucher as refreshVoucherCall } from '#contract/retailer-calls/vouchers.ts'
import * as retailer from '#contract/retailer-vouchers.ts'
import type { Voucher } from '#contract/vouchers.ts'
import * as contract from '#contract/vouchers.ts'
import type { Context } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { type CursorScope, decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { Failure, requireFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { findRow, listFirstRows, listRows, listValues } from '../../platform/db/rows.ts'
import { RetailerError } from '../../platform/retailer/retailer-error.ts'
import { findOrder, findProductOrder, findProductOrders } from '../orders/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { type VouchersTable, voucherTables } from './tables.ts'
import { upsertOffer, upsertVoucher } from './vouchers.ts'

const PAGE = 50

/** What a list is sorted by: 0 for vouchers that can be used; a time in milliseconds; the product's code. */
const position = z.tuple([z.int().min(0).max(1), z.number(), z.string().max(64)])

const ENDLESS = Number.MAX_SAFE_INTEGER

const voucherRoutes: readonly Route[] = [
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
    const key = { account_id: caller.accountId, code: params.optionCode }
    // The latest changed one of several.
    const [ownVoucher] = await listFirstRows(ctx.db, 'vouchers', key, 1, 'updated_at desc')
    if (ownVoucher) return presentVoucher(ownVoucher)
    const offer = requireFound(
      await findRow(ctx.db, 'voucher_offers', { option_code: params.optionCode }),
      'Voucher',
    )
    // Whether a customer has used it is not known.
    return presentVoucher({ code: offer.option_code, body: { ...offer.body, redeemed: false } })
  }),
  route(contract.getOrderVouchers, async ({ ctx, caller, query }) => ({
    vouchers: await listOrderVouchers(ctx, caller.accountId, query.orderCode),
  })),
  route(getVouchers, ({ ctx, caller, query }) => listOwnVouchers(ctx, caller.accountId, query.cursor)),
  route(contract.refreshVoucher, ({ ctx, caller, params }) =>
    refreshVoucher(ctx, caller.accountId, params.productCode),
  ),
]

/** Vouchers of ordered products, and the offers of voucher codes. */
export const vouchers = defineDomain({
  name: 'vouchers',
  dependsOn: ['services', 'customers', 'orders'],
  tables: voucherTables,
  routes: voucherRoutes,
  eraseAccount: eraseRows(voucherTables),
})

/** Lists the vouchers of an order's products: those that the retailer has sent, else those that the order names. */
async function listOrderVouchers(
  { db }: Context,
  accountId: string,
  orderCode: string,
): Promise<contract.ProductVoucher[]> {
  const order = requireFound(await findOrder(db, accountId, orderCode), 'Order')
  const { products } = order.body
  const codes = products.map(({ code }) => code)
  const codeByProduct = new Map(
    (await listRows(db, 'vouchers', { account_id: accountId, product_code: codes })).map(row => [
      row.product_code,
      row.code,
    ]),
  )
  const voucherCodes = products.flatMap(({ code, voucher }) =>
    codeByProduct.has(code) ? [] : (voucher ?? []),
  )
  const offered = await listValues(db, 'voucher_offers', { option_code: voucherCodes }, 'option_code')
  const offerCodes = new Set(offered)
  return products.flatMap(({ code: productCode, voucher }) => {
    const code = codeByProduct.get(productCode) ?? voucher
    if (code === undefined) return []
    return [{ productCode, code, isVoucherFound: codeByProduct.has(productCode) || offerCodes.has(code) }]
  })
}

/**
 * Lists a page of the account's vouchers: those that are neither used nor expired, the one that ends first on top,
 * then the others, the latest first.
 */
async function listOwnVouchers(
  ctx: Context,
  accountId: string,
  cursor: string | undefined,
): Promise<Answer<typeof getVouchers>> {
  const scope: CursorScope = ['vouchers', accountId]
  const start = cursor === undefined ? undefined : decodeCursor(scope, cursor, position)
  const now = ctx.clock.now()
  const rows = await listRows(ctx.db, 'vouchers', { account_id: accountId })
  const sorted = rows.map(row => ({ row, place: findPlace(row, now) })).sort(comparePlaces)
  const rest = start ? sorted.filter(({ place }) => comparePlaces({ place }, { place: start }) > 0) : sorted
  const page = rest.slice(0, PAGE)
  const orders = await findProductOrders(
    ctx.db,
    accountId,
    page.map(({ row }) => row.product_code),
  )
  const ready = sorted.filter(({ place: [isEnded] }) => isEnded === 0).length
  const last = page.at(-1)
  return {
    vouchers: page.map(({ row }) => {
      const { isVoucherFound: _, ...voucher } = presentVoucher(row)
      return { ...voucher, productCode: row.product_code, orderCode: orders.get(row.product_code) }
    }),
    counts: { ready, ended: sorted.length - ready },
    cursor: last && rest.length > PAGE ? encodeCursor(scope, last.place) : null,
  }
}

type Place = z.infer<typeof position>

function findPlace({ product_code, body }: VoucherRow, now: Date): Place {
  const { redeemed, redeemedAt, validUntil } = body
  const end = validUntil === undefined ? ENDLESS : Date.parse(validUntil)
  if (!redeemed && end > now.getTime()) return [0, end, product_code]
  const endedAt = redeemed ? (redeemedAt ? Date.parse(redeemedAt) : 0) : end
  return [1, -endedAt, product_code]
}

function comparePlaces(a: { place: Place }, b: { place: Place }): number {
  const [aEnded, aTime, aCode] = a.place
  const [bEnded, bTime, bCode] = b.place
  return aEnded - bEnded || aTime - bTime || (aCode < bCode ? -1 : aCode > bCode ? 1 : 0)
}

/** Who answered the voucher, instead of sending it. */
const RETAILER = { name: 'refresh', tokenId: null, vendors: null, scopes: null }

/**
 * Requests the current voucher of a product from the retailer and stores it. A product without one has
 * `isVoucherFound` false. While no retailer is configured, returns the stored voucher. 404 for an unknown or foreign
 * product, 503 when the retailer gives no valid answer.
 */
async function refreshVoucher(
  ctx: Context,
  accountId: string,
  productCode: string,
): Promise<contract.Voucher> {
  const order = requireFound(await findProductOrder(ctx.db, accountId, productCode), 'Product')
  try {
    const currentVoucher = await ctx.retailer.call(refreshVoucherCall, { params: { code: productCode } })
    await upsertVoucher(ctx, productCode, accountId, currentVoucher, {
      service: RETAILER,
      kind: 'vouchers',
      key: productCode,
      body: { ...currentVoucher, accountId },
      path: '',
      isDryRun: false,
      warnings: {},
    })
  } catch (error) {
    if (error instanceof Failure && error.code === 'conflict') {
      ctx.log.error(
        { product: productCode },
        'the retailer answered a voucher that contradicts the stored one',
      )
      throw new Failure('unavailable', 'The retailer gave no valid answer')
    }
    const isAbsent = error instanceof RetailerError && error.kind === 'not-found'
    if (isAbsent) return presentMissingVoucher(order.body.products, productCode)
    if (!(error instanceof RetailerError) || error.kind !== 'not-configured') throw error
  }
  const [storedVoucher] = await listRows(ctx.db, 'vouchers', {
    account_id: accountId,
    product_code: [productCode],
  })
  return storedVoucher
    ? presentVoucher(storedVoucher)
    : presentMissingVoucher(order.body.products, productCode)
}

function presentMissingVoucher(
  products: readonly { code: string; voucher?: string | undefined }[],
  productCode: string,
): contract.Voucher {
  const code = products.find(product => product.code === productCode)?.voucher ?? ''
  return { code, isVoucherFound: false, redeemed: false }
}

type VoucherRow = Selectable<VouchersTable>

function presentVoucher({ code, body }: Pick<VoucherRow, 'code' | 'body'>): Voucher {
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
