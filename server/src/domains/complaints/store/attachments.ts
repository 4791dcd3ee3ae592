import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { deleteRows, findRow, listRows, notNull } from '../../../platform/db/rows.ts'
import { selectOpenAccounts } from '../../customers/index.ts'
import type { ComplaintAttachmentsTable } from '../tables.ts'

export type AttachmentRow = Selectable<ComplaintAttachmentsTable>

export function findAttachment(db: Reader, attachmentId: string): Promise<AttachmentRow | undefined> {
  return findRow(db, 'complaint_attachments', { attachment_id: attachmentId })
}

/** Finds an attachment that is ready, unless it was deleted or its account is closed. */
export function findServedAttachment(db: Reader, attachmentId: string): Promise<AttachmentRow | undefined> {
  return db
    .selectFrom('complaint_attachments')
    .selectAll()
    .where('attachment_id', '=', attachmentId)
    .where('ready_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('account_id', 'in', selectOpenAccounts(db).select('account_directory.account_id'))
    .executeTakeFirst()
}

/** Lists the attachments of these complaints that were sent, in their order. */
export function listSentAttachments(db: Reader, complaintIds: readonly string[]): Promise<AttachmentRow[]> {
  const key = { complaint_id: complaintIds, sent_at: notNull }
  return listRows(db, 'complaint_attachments', key, 'sent_at', 'position', 'attachment_id')
}

/** Counts the account's attachments that are not sent: those of a complaint, and the bytes of all: of finished ones, of their JPEG. */
export async function countUnsent(
  tx: Tx,
  accountId: string,
  complaintId: string,
): Promise<{ attachments: number; bytes: number }> {
  return tx.db
    .selectFrom('complaint_attachments')
    .select([
      sql<number>`(count(*) filter (where complaint_id = ${complaintId}))::int`.as('attachments'),
      sql<number>`coalesce(sum(coalesce(size, upload_size)), 0)::float8`.as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Deletes an attachment that was not sent; false when there is none. */
export async function deleteUnsentAttachment(
  db: Reader,
  accountId: string,
  attachmentId: string,
): Promise<boolean> {
  const key = { account_id: accountId, attachment_id: attachmentId, sent_at: null }
  return (await deleteRows(db, 'complaint_attachments', key)) > 0
}
