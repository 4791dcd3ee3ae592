import * as retailer from '#contract/retailer-calls/vouchers.ts'
import type { Voucher } from '#contract/vouchers.ts'
import type { Context } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { RetailerError } from '../../platform/retailer/retailer-error.ts'
import { findProductOrder } from '../orders/index.ts'
import { presentVoucher } from './present.ts'
import { listVouchers } from './store.ts'
import { upsertVoucher } from './vouchers.ts'

/** Who answered the voucher, instead of sending it. */
const RETAILER = { name: 'refresh', tokenId: null, vendors: null, scopes: null }

/**
 * Requests the current voucher of a product from the retailer and stores it. A product without one has
 * `isVoucherFound` false. While no retailer is configured, returns the stored voucher. 404 for an unknown or foreign
 * product, 503 when the retailer gives no valid answer.
 */
export async function refreshVoucher(ctx: Context, accountId: string, productCode: string): Promise<Voucher> {
  const order = await findProductOrder(ctx.db, accountId, productCode)
  if (!order) throw notFound('Product')
  try {
    const currentVoucher = await ctx.retailer.call(retailer.refreshVoucher, { params: { code: productCode } })
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
  const [storedVoucher] = await listVouchers(ctx.db, accountId, [productCode])
  return storedVoucher
    ? presentVoucher(storedVoucher)
    : presentMissingVoucher(order.body.products, productCode)
}

function presentMissingVoucher(
  products: readonly { code: string; voucher?: string | undefined }[],
  productCode: string,
): Voucher {
  const code = products.find(product => product.code === productCode)?.voucher ?? ''
  return { code, isVoucherFound: false, redeemed: false }
}
