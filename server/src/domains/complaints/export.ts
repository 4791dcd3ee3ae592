import { crc32 } from 'node:zlib'
import { millisecondsInDay } from 'date-fns/constants'
import { ATTACHMENT_DAYS } from '#contract/complaints.ts'
import { EXPORT_DAYS, EXPORT_HOURS } from '#contract/exports.ts'
import type { Context } from '../../context.ts'
import { listRows } from '../../platform/db/rows.ts'
import { createEntryNames } from '../../platform/zip/index.ts'
import { createExtraText, type ExtraFile } from '../exports/index.ts'
import { toAttachmentKey } from './attachment-address.ts'
import { listAllMessages } from './present.ts'
import { type AttachmentRow, listSentAttachments } from './store/attachments.ts'
import { type ComplaintRow, listMessages, type MessageRow } from './store/complaints.ts'

const FILE = 'orders/complaints.json'
const FOLDER = 'orders/complaints'
/** Photos that may be deleted while the export lives are left out. */
const KEPT_MS =
  ATTACHMENT_DAYS * millisecondsInDay - (EXPORT_DAYS + EXPORT_HOURS / 24 + 1) * millisecondsInDay

/**
 * Loads the account's reported problems for an export of its library: one JSON file with all that was said and decided, and the
 * photos that it names. No files for an account without complaints.
 */
export async function loadExportedComplaints(ctx: Context, accountId: string): Promise<ExtraFile[]> {
  const rows = await listRows(ctx.db, 'complaints', { account_id: accountId }, 'submitted_at', 'complaint_id')
  if (rows.length === 0) return []
  const ids = rows.map(row => row.complaint_id)
  const messages = await listMessages(ctx.db, ids)
  const photos = await loadPhotos(ctx, rows, await listSentAttachments(ctx.db, ids))
  const complaints = rows.map(row => describe(row, messages, photos))
  return [
    createExtraText(FILE, `${JSON.stringify({ complaints }, null, 2)}\n`),
    ...photos.flatMap(({ file }) => file ?? []),
  ]
}

interface ExportedPhoto {
  row: AttachmentRow
  /** Undefined for a photo that was deleted, or will be soon. */
  file: ExtraFile | undefined
}

/** Reads the photos for their checksums, one at a time. */
async function loadPhotos(
  ctx: Context,
  rows: readonly ComplaintRow[],
  attachments: readonly AttachmentRow[],
): Promise<ExportedPhoto[]> {
  const complaintById = new Map(rows.map(row => [row.complaint_id, row]))
  const requested = attachments.map(({ complaint_id }) => ({
    name: `${complaintById.get(complaint_id)!.order_code}.jpg`,
    folder: FOLDER,
  }))
  const names = createEntryNames(requested)
  const keptSince = ctx.clock.now().getTime() - KEPT_MS
  const photos: ExportedPhoto[] = []
  for (const [index, row] of attachments.entries()) {
    const closedAt = complaintById.get(row.complaint_id)!.closed_at
    const isKept = !row.deleted_at && (closedAt === null || closedAt.getTime() > keptSince)
    const blob = toAttachmentKey(row)
    const bytes = isKept ? await ctx.blobs.get(blob) : null
    const file = bytes && { name: names[index]!, blob, size: bytes.length, crc32: crc32(bytes) }
    photos.push({ row, file: file ?? undefined })
  }
  return photos
}

function describe(row: ComplaintRow, messages: readonly MessageRow[], photos: readonly ExportedPhoto[]) {
  const { complaint_id, feed } = row
  const listPhotos = (messageId: string | null) =>
    photos
      .filter(photo => photo.row.complaint_id === complaint_id && photo.row.message_id === messageId)
      .map(({ file }) => file?.name ?? null)
  const own = messages.filter(message => message.complaint_id === complaint_id)
  return {
    id: complaint_id,
    order: row.order_code,
    products: row.product_codes,
    reason: row.reason,
    wish: row.wish,
    state: row.state,
    reported: row.submitted_at.toISOString(),
    text: row.text,
    photos: listPhotos(null),
    messages: listAllMessages(row, own).map(({ id, ...message }) => ({
      ...message,
      photos: message.from === 'customer' ? listPhotos(id) : [],
    })),
    decision: feed?.decision ?? null,
    closed: row.closed_at?.toISOString() ?? null,
  }
}
