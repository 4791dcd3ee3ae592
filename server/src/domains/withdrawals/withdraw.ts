import { isDeepStrictEqual } from 'node:util'
import { normalizeEmail } from '#contract/input/email-address.ts'
import type { StatementReceipt, WithdrawalInput, WithdrawalRefusal } from '#contract/withdrawals.ts'
import { type Context, change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { toSupportedLocale } from '../../platform/i18n/translate.ts'
import { getBrandById } from '../brands/index.ts'
import { getActiveCustomer } from '../customers/index.ts'
import { getOrderTimeZone, lockOrder, type OrderRow, publishOrderChange } from '../orders/index.ts'
import { mailReceiptJob } from './job-kinds.ts'
import { enqueueWithdrawal } from './message.ts'
import { findPeriod } from './period.ts'
import { presentReceipt } from './present.ts'
import { createReference } from './reference.ts'
import { composeStatement } from './statement.ts'
import { findWithdrawal, insertWithdrawal, listWithdrawals, type NewWithdrawal } from './store.ts'

/**
 * Withdraws from products of the customer's order. Statement, message to the retailer and receipt commit together. The
 * same id and content again is the same withdrawal. Not-found for an unknown or foreign order, bad-request for a product that is
 * not in it, conflict with its reason where there is no right of withdrawal; never because the period is over.
 */
export async function withdraw(
  ctx: Context,
  accountId: string,
  { withdrawalId, ...input }: WithdrawalInput,
  submittedAt: Date,
): Promise<StatementReceipt> {
  return change(ctx, async tx => {
    const order = await lockOrder(tx, input.orderCode)
    if (order?.account_id !== accountId) throw notFound('Order')
    const existing = await findWithdrawal(tx.db, withdrawalId)
    if (existing) {
      if (existing.account_id !== accountId || !isDeepStrictEqual(existing.input, input))
        throw new Failure('conflict', 'The id belongs to another withdrawal')
      return presentReceipt(existing)
    }
    const customer = await getActiveCustomer(tx.db, accountId)
    if (customer.business) throw createRefusal('business')
    const products = findProducts(order, input.productCodes)
    if (products.some(({ withdrawable }) => withdrawable === false)) throw createRefusal('excluded')
    const earlier = (await listWithdrawals(tx.db, accountId, [order.code])).find(
      ({ state, product_codes }) =>
        state !== 'rejected' && product_codes.some(code => input.productCodes.includes(code)),
    )
    if (earlier) throw createRefusal('already-withdrawn', earlier.reference)
    const brand = getBrandById(customer.brand_id)
    const locale = toSupportedLocale(customer.locale)
    const facts = {
      orderCode: order.code,
      products: products
        .map(({ title, description }) => [title, description].filter(Boolean).join(', '))
        .join('\n'),
      name: input.name,
    }
    const row: NewWithdrawal = {
      withdrawal_id: withdrawalId,
      reference: createReference(),
      account_id: accountId,
      order_code: order.code,
      brand_id: brand.id,
      locale,
      input,
      statement: composeStatement(brand, locale, facts, submittedAt),
      product_codes: input.productCodes,
      ...findPeriod(order.body, input.productCodes, { submittedAt, timeZone: getOrderTimeZone(customer) }),
      recipient: normalizeEmail(input.email),
      submitted_at: submittedAt,
      checked_at: submittedAt,
    }
    if (!(await insertWithdrawal(tx, row)))
      throw new Failure('conflict', 'The id belongs to another withdrawal')
    await enqueueWithdrawal(ctx, tx, row)
    await ctx.jobs.send(tx, mailReceiptJob, [{ withdrawalId }])
    await publishOrderChange(ctx, tx, accountId, order.code)
    return presentReceipt(row)
  })
}

function findProducts({ body }: OrderRow, codes: readonly string[]) {
  const fields: Record<string, string> = {}
  const products = codes.flatMap((code, index) => {
    const product = body.products.find(each => each.code === code)
    if (!product) fields[`productCodes.${index}`] = 'unknown'
    return product ?? []
  })
  if (Object.keys(fields).length > 0)
    throw new Failure('bad-request', 'The order has no such product', { fields })
  return products
}

const createRefusal = (reason: WithdrawalRefusal, reference?: string): Failure =>
  new Failure('conflict', `No withdrawal: ${reason}`, { reason, ...(reference && { reference }) })
