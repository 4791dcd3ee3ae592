import { isDeepStrictEqual } from 'node:util'
import { addBusinessDays } from 'date-fns/addBusinessDays'
import { millisecondsInDay } from 'date-fns/constants'
import type { z } from 'zod'
import { findComplaintBlock } from '#contract/complaint-rules.ts'
import type { putComplaint } from '#contract/complaints.ts'
import * as contract from '#contract/complaints.ts'
import * as retailer from '#contract/retailer-complaints.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { defineDomain, eraseRowsAndBlobs } from '../../domain.ts'
import { formatContentDisposition } from '../../http/content-disposition.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { insertMissingRow, listValues } from '../../platform/db/rows.ts'
import { on } from '../../platform/events/events.ts'
import { handleEach, runOnSchedule } from '../../platform/jobs/jobs.ts'
import { getBrandById } from '../brands/index.ts'
import { findCustomer, lockCustomer } from '../customers/index.ts'
import { defineExportPart } from '../exports/index.ts'
import { sendMail } from '../mails/index.ts'
import { defineOrderPart, findDeliveryDates, findOrder, lockOrders, orderChanged } from '../orders/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { serveAttachments, toAttachmentFolder } from './attachment-address.ts'
import { deleteAttachment, readAttachmentForService } from './attachments.ts'
import { cleanUp } from './clean-up.ts'
import { addMessage, closeComplaint } from './continue-complaint.ts'
import { loadExportedComplaints } from './export.ts'
import { type ComplaintEvent, findMailSubject, mailComplaint } from './job-kinds.ts'
import { publishComplaintChange } from './notifications.ts'
import { loadOrderComplaints, presentComplaints } from './present.ts'
import { receiveComplaint } from './receive-complaint.ts'
import { type ComplaintMailEvent, renderComplaintMail } from './render-mail.ts'
import { enqueueComplaint } from './send-complaint.ts'
import { sendAttachments } from './sent-attachments.ts'
import { listSentAttachments } from './store/attachments.ts'
import {
  type ComplaintRow,
  findComplaint,
  insertOpenProducts,
  listComplaints,
  listOrdersWithOpenComplaints,
  lockComplaint,
  markMailed,
} from './store/complaints.ts'
import { complaintTables } from './tables.ts'

const complaintRoutes: readonly Route[] = [
  route(retailer.putRetailerComplaint, call => {
    const { ctx, params, body } = call
    const reference = { kind: 'complaints', key: params.complaintId }
    return receiveSubmission(call, reference, sent => receiveComplaint(ctx, params.complaintId, body, sent))
  }),
  route(retailer.getRetailerComplaint, call => answerState(call, 'complaints', call.params.complaintId)),
  route(retailer.getRetailerComplaints, call => answerStates(call, 'complaints')),
  route(retailer.getRetailerAttachment, async ({ ctx, params, request, reply }) => {
    const bytes = await readAttachmentForService(ctx, request.service!, params.attachmentId)
    reply.headers({
      'content-type': 'image/jpeg',
      'content-disposition': formatContentDisposition('attachment', `${params.attachmentId}.jpg`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    reply.send(bytes)
  }),

  route(contract.putComplaint, async call => {
    const { ctx, caller, params, body } = call
    await submitComplaint(ctx, caller.accountId, params.complaintId, body)
    return presentComplaint(call, params.complaintId)
  }),
  route(contract.getComplaints, async ({ ctx, caller, query, origin }) => {
    const { accountId } = caller
    if (!(await findOrder(ctx.db, accountId, query.orderCode))) throw notFound('Order')
    const rows = await listComplaints(ctx.db, accountId, [query.orderCode])
    return {
      complaints: await presentComplaints(
        ctx,
        { accountId, origin, withPictures: caller.key === null },
        rows,
      ),
    }
  }),
  route(contract.addComplaintMessage, async call => {
    const { ctx, caller, params, body } = call
    await addMessage(ctx, caller.accountId, params.complaintId, body)
    return presentComplaint(call, params.complaintId)
  }),
  route(contract.closeComplaint, async call => {
    const { ctx, caller, params } = call
    await closeComplaint(ctx, caller.accountId, params.complaintId)
    return presentComplaint(call, params.complaintId)
  }),
  route(contract.deleteComplaintAttachment, ({ ctx, caller, params }) =>
    deleteAttachment(ctx, caller.accountId, params.attachmentId),
  ),
]

async function presentComplaint(
  {
    ctx,
    caller: { accountId },
    origin,
  }: { ctx: Context } & Pick<Call<typeof contract.putComplaint>, 'caller' | 'origin'>,
  complaintId: string,
): Promise<contract.Complaint> {
  const row = await findComplaint(ctx.db, complaintId)
  const [complaint] = row ? await presentComplaints(ctx, { accountId, origin }, [row]) : []
  if (!complaint) throw notFound('Complaint')
  return complaint
}

defineOrderPart({
  name: 'complaints',
  load: loadOrderComplaints,
  listOpen: listOrdersWithOpenComplaints,
})

defineExportPart({ name: 'complaints', load: loadExportedComplaints })

/** Reported problems with ordered products, which the retailer's customer care decides. */
export const complaints = defineDomain({
  name: 'complaints',
  dependsOn: ['brands', 'services', 'retailer-outbox', 'mails', 'customers', 'uploads', 'exports', 'orders'],
  tables: complaintTables,
  routes: complaintRoutes,
  mount: serveAttachments,
  jobs: [
    handleEach(mailComplaint, sendComplaintMail),
    runOnSchedule('complaints.tidy', '*/10 * * * *', cleanUp, { leaseSeconds: 900 }),
  ],
  listeners: [
    // The order of a reprint: its complaints link to it from now on.
    on(orderChanged, async (ctx: Context, tx: Tx, { accountId, code }) => {
      const reprinted = { account_id: accountId, reprint_code: code }
      for (const order_code of await listValues(tx.db, 'complaints', reprinted, 'order_code'))
        await publishComplaintChange(ctx, tx, { account_id: accountId, order_code })
    }),
  ],
  eraseAccount: eraseRowsAndBlobs(complaintTables, toAttachmentFolder),
})

/**
 * Mails what happened to a complaint, in the customer's language. Sent once for each event, except that a crash between the
 * mail server's answer and the mark sends it again; nothing is sent about what is more than a day old or is over.
 */
async function sendComplaintMail(ctx: Context, { complaintId, event, about }: ComplaintEvent): Promise<void> {
  const row = await findComplaint(ctx.db, complaintId)
  const customer = row && (await findCustomer(ctx.db, row.account_id))
  if (!row || row.mailed.includes(event) || !customer || customer.deleted_at) return
  const [kind] = event.split(' ') as [ComplaintMailEvent]
  if (isCurrent(row, kind, ctx.clock.now()) && (about === undefined || about === findMailSubject(row))) {
    const mail = { accountId: row.account_id, kind: 'complaint', ref: complaintId } as const
    const order = await findOrder(ctx.db, row.account_id, row.order_code)
    const currency = order?.body.total?.currency
    await sendMail(ctx, mail, renderComplaintMail(ctx, row, customer, { event: kind, currency }))
  }
  await change(ctx, async tx => {
    const locked = await lockComplaint(tx, complaintId)
    if (locked && !locked.mailed.includes(event)) await markMailed(tx, complaintId, event)
  })
}

function isCurrent(row: ComplaintRow, kind: ComplaintMailEvent, now: Date): boolean {
  const isRecent = (at: Date | string | null | undefined) =>
    at != null && now.getTime() - new Date(at).getTime() <= millisecondsInDay
  if (kind === 'received') return isRecent(row.submitted_at)
  if (kind === 'decided') return row.state === 'decided' && isRecent(row.decided_at)
  if (row.state !== 'question') return false
  return kind === 'reminder' || isRecent(row.feed?.messages.at(-1)?.at)
}

/** Working days in which customer care answers, unless it says another day. */
const ANSWER_WORKING_DAYS = 2

type NewComplaint = z.output<typeof putComplaint.body>

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
    await lockOrders(tx, [report.orderCode])
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
    const isInserted = await insertMissingRow(tx.db, 'complaints', {
      ...row,
      product_codes: JSON.stringify(row.product_codes),
      state: 'sent',
      revision: 1,
      version: 0,
      updated_at: now,
    })
    if (!isInserted) throw new Failure('conflict', 'The id belongs to another complaint')
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
