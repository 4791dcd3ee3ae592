import type { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import type { putOffer, putVoucher, RetailerVoucher } from '#contract/retailer-vouchers.ts'
import { type Context, change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { isNewer } from '../../http/versioned.ts'
import { lockCustomer } from '../customers/index.ts'
import { findProductOrder } from '../orders/index.ts'
import { publishToLibrary } from '../photos/index.ts'
import { findOffer, lockVoucher, writeOffer, writeVoucher } from './store.ts'

/**
 * Stores a version of the voucher of an ordered product; answers whether it did. The page of the order is told. 404 for an
 * unknown or erased account; a voucher of another account and other content under the same version are conflicts.
 */
export async function upsertVoucher(
  ctx: Context,
  productCode: string,
  accountId: string,
  { version, code, ...body }: RetailerVoucher,
): Promise<Answer<typeof putVoucher>> {
  return change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    // Like orders: a closed account may be reopened, and a voucher is sent once.
    if (!customer || customer.erasing_at) throw notFound('Customer')
    const stored = await lockVoucher(tx, productCode)
    if (stored && stored.account_id !== accountId) throw codeTaken()
    if (stored && !isNewer({ version, body: { code, ...body } }, withCode(stored)))
      return { version: stored.version, stored: false }
    const updated_at = ctx.clock.now()
    const row = { product_code: productCode, account_id: accountId, code, version, body, updated_at }
    if (!(await writeVoucher(tx, row))) throw codeTaken()
    const order = await findProductOrder(tx.db, accountId, productCode)
    if (order) await publishToLibrary(ctx, tx, accountId, { type: 'order-changed', orderCode: order.code })
    return { version, stored: true }
  })
}

const withCode = ({ version, code, body }: { version: number; code: string; body: object }) => ({
  version,
  body: { code, ...body },
})

const codeTaken = () => new Failure('conflict', 'The voucher of this product belongs to another account')

/** Stores a version of an offer; answers whether it did. Same version with other content: conflict. */
export async function upsertOffer(
  ctx: Context,
  optionCode: string,
  { version, ...body }: z.output<typeof putOffer.body>,
): Promise<Answer<typeof putOffer>> {
  return change(ctx, async tx => {
    const row = { option_code: optionCode, version, body, updated_at: ctx.clock.now() }
    if (await writeOffer(tx, row)) return { version, stored: true }
    const stored = await findOffer(tx.db, optionCode)
    isNewer({ version, body }, stored)
    return { version: stored?.version ?? version, stored: false }
  })
}
