import { isDeepStrictEqual } from 'node:util'
import { millisecondsInDay } from 'date-fns/constants'
import type { z } from 'zod'
import { type addComplaintMessage, COMPLAINT_MESSAGES_A_DAY, OBJECTION_DAYS } from '#contract/complaints.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { findRow, insertRows } from '../../platform/db/rows.ts'
import { lockOrders } from '../orders/index.ts'
import { publishComplaintChange } from './notifications.ts'
import { enqueueComplaint } from './send-complaint.ts'
import { sendAttachments } from './sent-attachments.ts'
import { listSentAttachments } from './store/attachments.ts'
import { type ComplaintRow, countMessagesSince, lockComplaint, updateComplaint } from './store/complaints.ts'

export type NewMessage = z.output<typeof addComplaintMessage.body>

/**
 * Adds a message to a complaint. An answer to a question, and an objection to the decision, put it back in review; a
 * message beside a decision leaves that as it is. The same message again changes nothing. Conflict for a closed
 * complaint and for an objection that is not possible.
 */
export async function addMessage(
  ctx: Context,
  accountId: string,
  complaintId: string,
  message: NewMessage,
): Promise<void> {
  await change(ctx, async tx => {
    const row = await lockOwnComplaint(tx, accountId, complaintId)
    if (await isRepeated(tx, row, message)) return
    if (row.state === 'closed') throw createBlockedFailure('closed')
    const now = ctx.clock.now()
    if (message.reopens) checkObjection(row, now)
    const sinceYesterday = new Date(now.getTime() - millisecondsInDay)
    if ((await countMessagesSince(tx.db, complaintId, sinceYesterday)) >= COMPLAINT_MESSAGES_A_DAY)
      throw new Failure('too-many-requests', 'Too many messages in a day', { retryAfterSeconds: 3600 })
    await insertRows(tx.db, 'complaint_messages', {
      message_id: message.messageId,
      complaint_id: complaintId,
      account_id: accountId,
      at: now,
      text: message.text,
      reopens: message.reopens ?? false,
    })
    await sendAttachments(tx, row, {
      attachmentIds: message.attachmentIds,
      messageId: message.messageId,
      now,
    })
    const returnsToReview = row.state === 'question' || message.reopens
    await changeByCustomer(ctx, tx, row, {
      updated_at: now,
      ...(returnsToReview && { state: 'in-review' as const, answer_by: null }),
      ...(message.reopens && { objected_at: now }),
    })
  })
}

/** Closes the complaint of the account; repeated, nothing changes. */
export async function closeComplaint(ctx: Context, accountId: string, complaintId: string): Promise<void> {
  await change(ctx, async tx => {
    const row = await lockOwnComplaint(tx, accountId, complaintId)
    await closeLocked(ctx, tx, row)
  })
}

/** Closes a locked complaint unless it is closed. */
export async function closeLocked(ctx: Context, tx: Tx, row: ComplaintRow): Promise<void> {
  if (row.state === 'closed') return
  const now = ctx.clock.now()
  await changeByCustomer(ctx, tx, row, { state: 'closed', closed_at: now, updated_at: now, answer_by: null })
}

/** Until when the customer can object to the decision; undefined when that is not possible. */
export function findObjectionEnd({
  state,
  decided_at,
  objected_at,
}: Pick<ComplaintRow, 'state' | 'decided_at' | 'objected_at'>): Date | undefined {
  if (state !== 'decided' || !decided_at || objected_at) return undefined
  return new Date(decided_at.getTime() + OBJECTION_DAYS * millisecondsInDay)
}

async function changeByCustomer(
  ctx: Context,
  tx: Tx,
  row: ComplaintRow,
  columns: Parameters<typeof updateComplaint>[2],
): Promise<void> {
  // Before the complaint is written, so that it does not deadlock with changes that lock their order first.
  await lockOrders(tx, [row.order_code])
  const revision = row.revision + 1
  await updateComplaint(tx, row.complaint_id, { ...columns, revision })
  await enqueueComplaint(ctx, tx, { ...row, revision })
  await publishComplaintChange(ctx, tx, row)
}

async function lockOwnComplaint(tx: Tx, accountId: string, complaintId: string): Promise<ComplaintRow> {
  const row = await lockComplaint(tx, complaintId)
  if (row?.account_id !== accountId) throw notFound('Complaint')
  return row
}

/** Whether the message is known; a conflict when its id was used for another one. */
async function isRepeated(tx: Tx, { complaint_id }: ComplaintRow, message: NewMessage): Promise<boolean> {
  const known = await findRow(tx.db, 'complaint_messages', { message_id: message.messageId })
  if (!known) return false
  const attachments = await listSentAttachments(tx.db, [complaint_id])
  const attachmentIds = attachments
    .filter(({ message_id }) => message_id === message.messageId)
    .map(({ attachment_id }) => attachment_id)
  const isSame =
    known.complaint_id === complaint_id &&
    known.text === message.text &&
    known.reopens === (message.reopens ?? false) &&
    isDeepStrictEqual(attachmentIds, message.attachmentIds)
  if (!isSame) throw new Failure('conflict', 'The id was used for another message', { reason: 'conflict' })
  return true
}

function checkObjection(row: ComplaintRow, now: Date): void {
  if (row.state !== 'decided') throw createBlockedFailure('not-decided')
  const end = findObjectionEnd(row)
  if (!end) throw createBlockedFailure('already-objected')
  if (end <= now) throw createBlockedFailure('too-late')
}

const createBlockedFailure = (reason: 'closed' | 'not-decided' | 'already-objected' | 'too-late') =>
  new Failure('conflict', `The complaint takes no such message: ${reason}`, { reason })
