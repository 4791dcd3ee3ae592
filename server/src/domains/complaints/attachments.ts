import { createHash } from 'node:crypto'
import {
  ATTACHMENT_MAX_BYTES,
  COMPLAINT_ATTACHMENTS_MAX,
  UNSENT_ATTACHMENTS_MAX_BYTES,
} from '#contract/complaints.ts'
import { idInput } from '#contract/id.ts'
import { ATTACHMENT_MAX_PIXELS } from '#contract/input/picture-limits.ts'
import { type Context, change } from '../../context.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import type { ServiceCaller } from '../../http/route.ts'
import { mayAccessVendor } from '../../http/service-access.ts'
import { insertRows, updateRows } from '../../platform/db/rows.ts'
import { findCustomer, lockCustomer } from '../customers/index.ts'
import { defineUploadPurpose, discardUpload } from '../uploads/index.ts'
import { toAttachmentKey } from './attachment-address.ts'
import {
  type AttachmentRow,
  countUnsent,
  deleteUnsentAttachment,
  findAttachment,
} from './store/attachments.ts'

/** The longer side of the JPEG that is kept of an attachment. */
const BOX = 2400

/**
 * Photos of complaints: received by tus, kept as JPEG without metadata; the files are deleted. A complaint has at
 * most five that are not sent (409), an account at most 100 MB that are not sent (507): unfinished files and finished JPEGs.
 */
defineUploadPurpose({
  name: 'complaint',
  maxBytes: ATTACHMENT_MAX_BYTES,
  maxPixels: ATTACHMENT_MAX_PIXELS,
  async onCreated(ctx, tx, { account_id, upload_id, size }, { complaintId }) {
    const { data: complaint_id } = idInput.safeParse(complaintId)
    if (!complaint_id)
      throw new Failure('bad-request', 'The complaint id is not valid', {
        fields: { complaintId: 'not-valid' },
      })
    // Serializes the creations of the account.
    await lockCustomer(tx, account_id)
    const unsent = await countUnsent(tx, account_id, complaint_id)
    if (unsent.attachments >= COMPLAINT_ATTACHMENTS_MAX)
      throw new Failure('conflict', 'The complaint has five attachments', { reason: 'too-many' })
    if (unsent.bytes + size > UNSENT_ATTACHMENTS_MAX_BYTES)
      throw new Failure('quota-exceeded', 'Too many attachments that are not sent', {
        fields: { reason: 'too-many-unfinished' },
      })
    const created_at = ctx.clock.now()
    await insertRows(tx.db, 'complaint_attachments', {
      attachment_id: upload_id,
      account_id,
      complaint_id,
      created_at,
      upload_size: size,
    })
  },
  async prepare(ctx, { account_id, upload_id }, file) {
    const picture = await ctx.images.renderFitted(file, BOX, { fairnessKey: account_id })
    await ctx.blobs.put(toAttachmentKey({ account_id, attachment_id: upload_id }), picture.bytes)
    return picture
  },
  async onCompleted(ctx, tx, { upload_id }, { bytes, width, height }) {
    await updateRows(
      tx.db,
      'complaint_attachments',
      { attachment_id: upload_id },
      {
        sha256: createHash('sha256').update(bytes).digest('hex'),
        size: bytes.length,
        width,
        height,
        ready_at: ctx.clock.now(),
      },
    )
  },
  async onDeleted(_ctx, tx, { account_id, upload_id }) {
    await deleteUnsentAttachment(tx.db, account_id, upload_id)
  },
  removePrepared: (ctx, { account_id, upload_id }) =>
    ctx.blobs.remove([toAttachmentKey({ account_id, attachment_id: upload_id })]),
})

/** Deletes an attachment of the account that is not sent; 404 for an unknown or foreign one, 409 for a sent one. */
export async function deleteAttachment(ctx: Context, accountId: string, attachmentId: string): Promise<void> {
  const row = await findAttachment(ctx.db, attachmentId)
  if (row?.account_id !== accountId) throw notFound('Attachment')
  if (!(await deleteUnsent(ctx, row)))
    throw new Failure('conflict', 'The attachment was sent', { reason: 'sent' })
}

/** Deletes an attachment with its bytes and its upload; false when it was sent meanwhile. */
export async function deleteUnsent(
  ctx: Context,
  row: Pick<AttachmentRow, 'account_id' | 'attachment_id' | 'ready_at'>,
): Promise<boolean> {
  // An upload without its attachment would go on, and store a photo that nothing names.
  if (row.ready_at === null) {
    await discardUpload(ctx, row.account_id, row.attachment_id)
    if (!(await findAttachment(ctx.db, row.attachment_id))) return true
  }
  const isDeleted = await change(ctx, tx => deleteUnsentAttachment(tx.db, row.account_id, row.attachment_id))
  if (isDeleted) await ctx.blobs.remove([toAttachmentKey(row)])
  return isDeleted
}

/** Reads the JPEG of a sent attachment for a service; 404 for one of another vendor and for a deleted one. */
export async function readAttachmentForService(
  ctx: Context,
  service: ServiceCaller,
  attachmentId: string,
): Promise<Buffer> {
  const row = await findAttachment(ctx.db, attachmentId)
  const customer = row?.sent_at && !row.deleted_at ? await findCustomer(ctx.db, row.account_id) : undefined
  if (!row || !customer || customer.erasing_at || !mayAccessVendor(service, customer.vendor))
    throw notFound('Attachment')
  const bytes = requireFound(await ctx.blobs.get(toAttachmentKey(row)), 'Attachment')
  return Buffer.from(bytes)
}
