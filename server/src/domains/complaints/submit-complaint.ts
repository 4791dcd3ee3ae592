import { isDeepStrictEqual } from 'node:util'
import { addBusinessDays } from 'date-fns/addBusinessDays'
import type { z } from 'zod'
import { findComplaintBlock } from '#contract/complaint-rules.ts'
import type { putComplaint } from '#contract/complaints.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { getBrandById } from '../brands/index.ts'
import { lockCustomer } from '../customers/index.ts'
import { findDeliveryDates, findOrder } from '../orders/index.ts'
import { mailComplaint } from './job-kinds.ts'
import { publishComplaintChange } from './notifications.ts'
import { enqueueComplaint } from './send-complaint.ts'
import { sendAttachments } from './sent-attachments.ts'
import { listSentAttachments } from './store/attachments.ts'
import { type ComplaintRow, insertComplaint, insertOpenProducts, lockComplaint } from './store/complaints.ts'

/** Working days in which customer care answers, unless it says another day. */
const ANSWER_WORKING_DAYS = 2

export type NewComplaint = z.output<typeof putComplaint.body>

/**
 * Reports a problem with products of an order. The complaint and the message to customer care commit together. The
 * same content under a known id changes nothing, other content is a conflict; so is a product with an open complaint, or
 * one that cannot be reported. 404 for an unknown or foreign order, product or id.
 */
export async function submitComplaint(
  ctx: Context,
  accountId: string,
  complaintId: string,
  report: NewComplaint,
): Promise<void> {
  await change(ctx, async tx => {
    const customer = requireFound(await lockCustomer(tx, accountId), 'Customer')
    const known = await lockComplaint(tx, complaintId)
    if (known) return checkRepetition(tx, accountId, known, report)
    await checkProducts(ctx, tx, accountId, report, getBrandById(customer.brand_id).timeZone)
    const now = ctx.clock.now()
    const row = {
      complaint_id: complaintId,
      account_id: accountId,
      order_code: report.orderCode,
      product_codes: report.productCodes,
      reason: report.reason,
      text: report.text,
      wish: report.wish,
      submitted_at: now,
      answer_by: addBusinessDays(now, ANSWER_WORKING_DAYS),
    }
    if (!(await insertComplaint(tx, row)))
      throw new Failure('conflict', 'The id belongs to another complaint')
    const openId = await insertOpenProducts(tx, row)
    if (openId !== undefined)
      throw new Failure('conflict', 'A product has an open complaint', {
        reason: 'already-open',
        fields: { complaintId: openId },
      })
    await sendAttachments(tx, row, { attachmentIds: report.attachmentIds, messageId: null, now })
    await enqueueComplaint(ctx, tx, { ...row, revision: 1 })
    await ctx.jobs.send(tx, mailComplaint, [{ accountId, complaintId, event: 'received' }])
    await publishComplaintChange(ctx, tx, row)
    tx.afterCommit(() =>
      ctx.log.info({ accountId, complaintId, order: report.orderCode }, 'complaint stored'),
    )
  })
}

async function checkRepetition(
  tx: Tx,
  accountId: string,
  known: ComplaintRow,
  report: NewComplaint,
): Promise<void> {
  // Like an unknown order: the answer does not tell that the id is known.
  if (known.account_id !== accountId) throw notFound('Order')
  const attachments = await listSentAttachments(tx.db, [known.complaint_id])
  const stored: NewComplaint = {
    orderCode: known.order_code,
    productCodes: known.product_codes,
    reason: known.reason,
    text: known.text,
    wish: known.wish,
    attachmentIds: attachments
      .filter(({ message_id }) => message_id === null)
      .map(({ attachment_id }) => attachment_id),
  }
  if (!isDeepStrictEqual(stored, report))
    throw new Failure('conflict', 'The id was used for other content', { reason: 'conflict' })
}

async function checkProducts(
  ctx: Context,
  tx: Tx,
  accountId: string,
  { orderCode, productCodes, reason }: NewComplaint,
  timeZone: string,
): Promise<void> {
  const order = requireFound(await findOrder(tx.db, accountId, orderCode), 'Order')
  const { body } = order
  if (new Set(productCodes).size < productCodes.length) throw createProductsFailure('conflict')
  if (!productCodes.every(code => body.products.some(product => product.code === code)))
    throw createProductsFailure('unknown')
  const facts = {
    history: body.history,
    parcels: body.parcels,
    complaintUntil: body.complaintUntil,
    deliveryDates: (await findDeliveryDates(tx.db, [orderCode])).get(orderCode),
    products: body.products.map(product => ({
      ...product,
      status: product.status ?? body.status,
      picture: null,
    })),
  }
  for (const code of productCodes) {
    const block = findComplaintBlock(facts, code, { reason, now: ctx.clock.now().getTime(), timeZone })
    if (block) throw new Failure('conflict', `The problem cannot be reported: ${block}`, { reason: block })
  }
}

const createProductsFailure = (issue: 'conflict' | 'unknown') =>
  new Failure('bad-request', 'The products are not of the order', { fields: { productCodes: issue } })
