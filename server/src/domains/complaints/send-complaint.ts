import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import type { Context, Tx } from '../../context.ts'
import { defineMessageKind, enqueueMessage } from '../retailer-outbox/index.ts'
import { listSentAttachments } from './store/attachments.ts'
import { type ComplaintRow, findComplaint, listMessages } from './store/complaints.ts'

/** The state of a complaint at a revision; one that is not the newest is not sent. */
const complaintMessage = defineMessageKind({
  name: 'complaints.complaint',
  call: sendComplaint,
  async build({ db }, { messageId }) {
    const { complaintId, revision } = parseMessageId(messageId)
    const row = await findComplaint(db, complaintId)
    if (row?.revision !== revision) return undefined
    const attachments = await listSentAttachments(db, [complaintId])
    const messages = await listMessages(db, [complaintId])
    return {
      params: { complaintId },
      body: {
        revision,
        accountId: row.account_id,
        orderCode: row.order_code,
        submittedAt: row.submitted_at.toISOString(),
        productCodes: row.product_codes,
        reason: row.reason,
        text: row.text,
        wish: row.wish,
        attachments: attachments.map(({ attachment_id, sha256, size }) => ({
          id: attachment_id,
          sha256: sha256!,
          size: size!,
        })),
        messages: messages.map(({ message_id, at, text, reopens }) => ({
          id: message_id,
          at: at.toISOString(),
          text,
          attachmentIds: attachments
            .filter(attachment => attachment.message_id === message_id)
            .map(({ attachment_id }) => attachment_id),
          ...(reopens && { reopens }),
        })),
        isClosed: row.closed_at !== null,
      },
    }
  },
  async onAnswer(ctx, _tx, { messageId, accountId }, answer) {
    // The retailer's reason may name the customer's words; the command retailer-outbox shows it.
    if (answer.result === 'refused')
      ctx.log.error({ accountId, messageId }, 'the retailer refused a complaint')
  },
})

/** Enqueues the current revision of a locked complaint. */
export const enqueueComplaint = (
  ctx: Context,
  tx: Tx,
  { complaint_id, account_id, revision }: Pick<ComplaintRow, 'complaint_id' | 'account_id' | 'revision'>,
): Promise<void> =>
  enqueueMessage(ctx, tx, complaintMessage, {
    messageId: `${complaint_id}:${revision}`,
    accountId: account_id,
    subject: `complaint:${complaint_id}`,
  })

function parseMessageId(messageId: string) {
  const [complaintId = '', revision] = messageId.split(':')
  return { complaintId, revision: Number(revision) }
}
