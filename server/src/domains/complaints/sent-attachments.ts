import type { Tx } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { lockRows, updateRows } from '../../platform/db/rows.ts'
import type { ComplaintRow } from './store/complaints.ts'

/**
 * Sends attachments of the complaint with its report, or with a message. Bad request unless all of them are the account's,
 * belong to the complaint, are ready and were not sent.
 */
export async function sendAttachments(
  tx: Tx,
  { account_id, complaint_id }: Pick<ComplaintRow, 'account_id' | 'complaint_id'>,
  {
    attachmentIds,
    messageId,
    now,
  }: { attachmentIds: readonly string[]; messageId: string | null; now: Date },
): Promise<void> {
  const key = { account_id, attachment_id: attachmentIds }
  const rows = await lockRows(tx, 'complaint_attachments', key, 'attachment_id')
  const isSendable = (id: string) =>
    rows.some(
      row =>
        row.attachment_id === id &&
        row.complaint_id === complaint_id &&
        row.ready_at !== null &&
        !row.sent_at,
    )
  if (new Set(attachmentIds).size < attachmentIds.length || !attachmentIds.every(isSendable))
    throw new Failure('bad-request', 'An attachment is not ready', {
      reason: 'not-ready',
      fields: { attachmentIds: 'not-valid' },
    })
  for (const [position, id] of attachmentIds.entries())
    await updateRows(
      tx.db,
      'complaint_attachments',
      { attachment_id: id },
      { message_id: messageId, position, sent_at: now },
    )
}
