import { createHash, randomUUID } from 'node:crypto'
import { checkInput, type FieldIssues } from '#contract/input/field-issues.ts'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import { type OrderFile, orderFile } from '#contract/order-files.ts'
import type { Context, Tx } from '../../../context.ts'
import { isBoundedJson, parseJson } from '../../../platform/json.ts'
import { findProductOrders } from '../../orders/index.ts'
import { lockFileOrder, upsertFileOrder } from '../store/file-orders.ts'
import { enqueueFileOrder } from './place-order.ts'

/** An accepted order, or all issues of the file by field, as in the answers of the API. */
export type Submission =
  | { requestId: string; issues?: undefined }
  | { requestId?: undefined; issues: FieldIssues }

/**
 * Accepts the order of a complete file in the transaction, and enqueues it for the retailer. Idempotent by reference;
 * other content for an accepted reference is a conflict, unless the retailer has refused the order.
 */
export async function submitOrder(
  ctx: Context,
  tx: Tx,
  accountId: string,
  content: Buffer,
): Promise<Submission> {
  const { data, issues } = checkInput(orderFile, parseContent(content), 'file')
  if (issues) return { issues }
  const orders = await findProductOrders(
    tx.db,
    accountId,
    data.products.map(({ code }) => code),
  )
  const unknownProducts = data.products.flatMap(({ code }, i) =>
    orders.has(code) ? [] : [[`products.${i}.code`, 'unknown'] as const],
  )
  if (unknownProducts.length > 0) return { issues: Object.fromEntries(unknownProducts) }
  const existing = await lockFileOrder(tx, accountId, data.reference)
  const content_hash = hashOrder(data)
  if (existing && existing.state !== 'refused')
    return existing.content_hash === content_hash
      ? { requestId: existing.request_id }
      : { issues: { reference: 'conflict' } }
  const requestId = existing?.request_id ?? randomUUID()
  const products = data.products.map(product => ({ ...product, orderCode: orders.get(product.code)! }))
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
  await enqueueFileOrder(ctx, tx, { request_id: requestId, account_id: accountId })
  return { requestId }
}

/** Null unless the content is bounded JSON in UTF-8. */
const parseContent = (content: Buffer): unknown =>
  isBoundedJson(content) ? (parseJson(decodeUtf8(content) ?? '') ?? null) : null

/** Hashes the parsed order, in which the schema fixes the order of keys. */
const hashOrder = (order: OrderFile) => createHash('sha256').update(JSON.stringify(order)).digest('base64url')
