import { createHash, randomUUID } from 'node:crypto'
import { checkInput, type FieldIssues } from '#contract/input/field-issues.ts'
import { type OrderFile, orderFile } from '#contract/order-files.ts'
import type { Context, Tx } from '../../../context.ts'
import { findProductOrders } from '../../orders/index.ts'
import { lockFileOrder, upsertFileOrder } from '../store/file-orders.ts'
import { enqueueOrder } from './place-order.ts'

/** An order that was accepted, or all issues of the file by field, as in answers of calls. */
export type Submission =
  | { requestId: string; issues?: undefined }
  | { requestId?: undefined; issues: FieldIssues }

/**
 * Accepts the order of a complete file in the transaction, and owes it to the retailer. A reference that was accepted before is
 * the same order; with other content it is a conflict, unless the retailer has refused it.
 */
export async function submitOrder(
  ctx: Context,
  tx: Tx,
  accountId: string,
  content: Buffer,
): Promise<Submission> {
  const { data, issues } = checkInput(orderFile, parseText(content), 'file')
  if (issues) return { issues }
  const orders = await findProductOrders(
    tx.db,
    accountId,
    data.products.map(({ code }) => code),
  )
  const unknown = data.products.flatMap(({ code }, i) =>
    orders.has(code) ? [] : [[`products.${i}.code`, 'unknown'] as const],
  )
  if (unknown.length > 0) return { issues: Object.fromEntries(unknown) }
  const before = await lockFileOrder(tx, accountId, data.reference)
  const content_hash = hashOf(data)
  if (before && before.state !== 'refused')
    return before.content_hash === content_hash
      ? { requestId: before.request_id }
      : { issues: { reference: 'conflict' } }
  const requestId = before?.request_id ?? randomUUID()
  const products = data.products.map(each => ({ ...each, orderCode: orders.get(each.code)! }))
  await upsertFileOrder(tx, {
    request_id: requestId,
    account_id: accountId,
    reference: data.reference,
    content_hash,
    body: JSON.stringify({ ...data, products }),
    state: 'waiting',
    refusal: null,
    order_codes: null,
    created_at: ctx.clock.now(),
  })
  await enqueueOrder(ctx, tx, { request_id: requestId, account_id: accountId })
  return { requestId }
}

/** Null for what is no JSON in UTF-8. */
function parseText(content: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}

/** The schema gives every order the same order of keys. */
const hashOf = (order: OrderFile) => createHash('sha256').update(JSON.stringify(order)).digest('base64url')
