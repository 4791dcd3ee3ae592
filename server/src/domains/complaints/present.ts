import type { OrderComplaint } from '#contract/complaint.ts'
import type { Complaint, ComplaintAttachment } from '#contract/complaints.ts'
import type { Context, Reader } from '../../context.ts'
import { filterEndedOrders, filterOwnOrders } from '../orders/index.ts'
import { signAttachment } from './attachment-address.ts'
import { findObjectionEnd } from './continue-complaint.ts'
import { type AttachmentRow, listSentAttachments } from './store/attachments.ts'
import { type ComplaintRow, listComplaints, listMessages, type MessageRow } from './store/complaints.ts'

/** Presents complaints of one account to its customer, with all that was said in the order of time. */
export async function presentComplaints(
  ctx: Context,
  { accountId, origin, withPictures = true }: { accountId: string; origin: string; withPictures?: boolean },
  rows: readonly ComplaintRow[],
): Promise<Complaint[]> {
  const ids = rows.map(row => row.complaint_id)
  const messages = await listMessages(ctx.db, ids)
  const attachments = await listSentAttachments(ctx.db, ids)
  const knownOrders = await findKnownReprints(ctx.db, accountId, rows)
  const present = (row: AttachmentRow): ComplaintAttachment => ({
    id: row.attachment_id,
    ...(!row.deleted_at && {
      ...(withPictures && { url: signAttachment(ctx, origin, row.attachment_id) }),
      width: row.width!,
      height: row.height!,
    }),
  })
  return rows.map(row => {
    const own = attachments.filter(each => each.complaint_id === row.complaint_id)
    const listOf = (messageId: string | null) =>
      own.filter(each => each.message_id === messageId).map(present)
    const { decision, ...complaint } = presentOrderComplaint(row, knownOrders)
    return {
      ...complaint,
      orderCode: row.order_code,
      reason: row.reason,
      wish: row.wish,
      text: row.text,
      attachments: listOf(null),
      messages: listAllMessages(
        row,
        messages.filter(each => each.complaint_id === row.complaint_id),
      ).map(message => ({ ...message, attachments: message.from === 'care' ? [] : listOf(message.id) })),
      reviewedAt: row.reviewed_at?.toISOString(),
      decision: decision && {
        ...decision,
        orderCode: row.feed?.decision?.orderCode,
        ...(row.reprint_code !== null && { isOrderKnown: knownOrders.has(row.reprint_code) }),
        refund: row.feed?.decision?.refund,
      },
      closedAt: row.closed_at?.toISOString(),
    }
  })
}

/** Loads what orders say about their complaints, newest first, by the order's code. */
export async function loadOrderComplaints(
  db: Reader,
  accountId: string,
  codes: readonly string[],
): Promise<Map<string, OrderComplaint[]>> {
  const rows = await listComplaints(db, accountId, codes)
  const knownOrders = await findKnownReprints(db, accountId, rows)
  const endedOrders =
    knownOrders.size > 0 ? await filterEndedOrders(db, accountId, [...knownOrders]) : undefined
  const byCode = Map.groupBy(rows, row => row.order_code)
  return new Map(
    [...byCode].map(([code, own]) => [
      code,
      own.map(row => presentOrderComplaint(row, knownOrders, endedOrders)),
    ]),
  )
}

function presentOrderComplaint(
  row: ComplaintRow,
  knownOrders: ReadonlySet<string>,
  endedOrders?: ReadonlySet<string>,
): OrderComplaint {
  const decision = row.feed?.decision
  return {
    complaintId: row.complaint_id,
    state: row.state,
    productCodes: row.product_codes,
    submittedAt: row.submitted_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    answerBy: row.answer_by?.toISOString(),
    objectUntil: findObjectionEnd(row)?.toISOString(),
    decision: decision && {
      at: decision.at,
      outcome: decision.outcome,
      orderCode: decision.orderCode && knownOrders.has(decision.orderCode) ? decision.orderCode : undefined,
      reason: decision.reason,
      voucherCode: decision.voucherCode,
      ...(endedOrders?.has(decision.orderCode ?? '') && { isReprintOver: true }),
    },
  }
}

/** Finds the orders of reprints that have arrived. */
async function findKnownReprints(
  db: Reader,
  accountId: string,
  rows: readonly ComplaintRow[],
): Promise<ReadonlySet<string>> {
  const codes = rows.flatMap(({ reprint_code }) => reprint_code ?? [])
  return new Set(codes.length > 0 ? await filterOwnOrders(db, accountId, codes) : [])
}

/** Joins the messages of both sides in the order of time. */
export function listAllMessages(row: Pick<ComplaintRow, 'feed'>, own: readonly MessageRow[]) {
  const messages = [
    ...(row.feed?.messages ?? []).map(({ id, at, text }) => ({ id, from: 'care' as const, at, text })),
    ...own.map(({ message_id, at, text, reopens }) => ({
      id: message_id,
      from: 'customer' as const,
      at: at.toISOString(),
      text,
      ...(reopens && { reopens }),
    })),
  ]
  return messages.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
