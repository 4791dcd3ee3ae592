import { normalizeEmail } from '#contract/input/email-address.ts'
import { dropInvisible } from '#contract/input/text.ts'
import { ALL_PRODUCTS } from '#contract/input/withdrawal.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { lockRow } from '../../platform/db/rows.ts'
import { getBrandById } from '../brands/index.ts'
import { type Customer, findCustomer, findCustomerByEmail } from '../customers/index.ts'
import {
  findTypedCode,
  getOrderTimeZone,
  lockOrder,
  type OrderRow,
  publishOrderChange,
} from '../orders/index.ts'
import { mailReceiptJob } from './job-kinds.ts'
import { enqueueWithdrawal } from './message.ts'
import { findPeriod } from './period.ts'
import { updateChecked, type WithdrawalRow } from './store.ts'

/**
 * Compares a public statement with the orders. One that names an order and its customer's address becomes part of that order; then, matched or not, message and receipt commit with it. Does nothing for a statement that was checked before.
 */
export async function checkStatement(ctx: Context, withdrawalId: string): Promise<void> {
  await change(ctx, async tx => {
    const row = await lockRow(tx, 'withdrawals', { withdrawal_id: withdrawalId })
    if (!row || row.checked_at) return
    const checkedAt = ctx.clock.now()
    const stated = await findStatedOrder(tx, row)
    const order = stated?.order
    if (stated && order) {
      const productCodes = findStatedProducts(order, row.input.products ?? ALL_PRODUCTS)
      await updateChecked(tx, {
        withdrawal_id: withdrawalId,
        account_id: order.account_id,
        order_code: order.code,
        product_codes: productCodes,
        ...findPeriod(order.body, productCodes, {
          submittedAt: row.submitted_at,
          timeZone: getOrderTimeZone(stated.customer),
        }),
        checked_at: checkedAt,
      })
      await publishOrderChange(ctx, tx, order.account_id, order.code)
    } else await updateChecked(tx, { ...row, checked_at: checkedAt })
    await enqueueWithdrawal(ctx, tx, { withdrawal_id: withdrawalId, account_id: order?.account_id ?? null })
    await ctx.jobs.send(tx, mailReceiptJob, [{ withdrawalId }])
  })
}

/** Finds the order by its code as it is printed or typed, if the address is that of its customer at the same vendor. */
async function findStatedOrder(
  tx: Tx,
  { input, brand_id }: WithdrawalRow,
): Promise<{ order: OrderRow; customer: Customer } | undefined> {
  const { vendor } = getBrandById(brand_id)
  const known = await findCustomerByEmail(tx.db, { vendor, email: input.email })
  const typedCode = known && (await findTypedCode(tx.db, known.account_id, input.orderCode))
  for (const code of [...listCodes(input.orderCode), ...(typedCode ? [typedCode] : [])]) {
    const order = await lockOrder(tx, code)
    if (!order) continue
    const customer = await findCustomer(tx.db, order.account_id)
    const isOwn =
      !customer?.erasing_at && customer?.vendor === vendor && customer.email === normalizeEmail(input.email)
    if (customer && isOwn) return { order, customer }
  }
  return undefined
}

/** Codes that a typed order number may mean: without spaces and a leading '#', and in capitals. */
function listCodes(typed: string): string[] {
  const code = dropInvisible(typed).replace(/\s/g, '').replace(/^#/, '')
  return [...new Set([code, code.toUpperCase()])]
}

/** Finds the products that can be returned, all or those that the customer's words name by code or title. */
function findStatedProducts({ body }: OrderRow, products: string): string[] {
  const named = findNames(
    products,
    body.products.flatMap(({ code, title, article }) => [code, title, article]),
  )
  return body.products
    .filter(({ withdrawable }) => withdrawable !== false)
    .filter(
      ({ code, title, article }) =>
        products === ALL_PRODUCTS || [code, title, article].some(name => named.has(name.toLowerCase())),
    )
    .map(({ code }) => code)
}

/**
 * Finds the names that a text contains as whole words, in lower case. The longest one counts: 'K-1-12' does not name 'K-1-1', and
 * 'wall calendar' no 'calendar'.
 */
function findNames(text: string, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  let rest = dropInvisible(text).toLowerCase()
  const distinct = [...new Set(names.map(name => name.toLowerCase()))]
  for (const name of distinct.toSorted((a, b) => b.length - a.length)) {
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'gu')
    const remaining = rest.replaceAll(pattern, '\0')
    if (remaining !== rest) found.add(name)
    rest = remaining
  }
  return found
}
