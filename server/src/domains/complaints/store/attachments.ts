import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import {
  atMost,
  deleteRows,
  findRow,
  listFirstRows,
  listRows,
  lockRows,
  notNull,
  updateRows,
} from '../../../platform/db/rows.ts'
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

/** Locks the account's attachments with these ids. */
export function lockAttachments(
  tx: Tx,
  accountId: string,
  attachmentIds: readonly string[],
): Promise<AttachmentRow[]> {
  const key = { account_id: accountId, attachment_id: attachmentIds }
  return lockRows(tx, 'complaint_attachments', key, 'attachment_id')
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

/** Lists attachments that were not sent and were created before an instant. */
export function listUnsentAttachments(
  db: Reader,
  createdBefore: Date,
  limit: number,
): Promise<AttachmentRow[]> {
  const key = { sent_at: null, created_at: atMost(createdBefore) }
  return listFirstRows(db, 'complaint_attachments', key, limit)
}

/** Marks the attachments of a complaint as deleted; their rows stay. */
export async function markAttachmentsDeleted(tx: Tx, complaintId: string, now: Date): Promise<void> {
  const key = { complaint_id: complaintId, sent_at: notNull, deleted_at: null }
  await updateRows(tx.db, 'complaint_attachments', key, { deleted_at: now })
}
