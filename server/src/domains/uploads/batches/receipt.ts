import { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import { idInput } from '#contract/id.ts'
import type { LibraryPush } from '#contract/push.ts'
import { BATCH_FILES_PAGE, type getUploadBatch, RECEIPT_DAYS } from '#contract/upload-batches.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import { type Context, change } from '../../../context.ts'
import { decodeCursor, encodeCursor } from '../../../http/cursor.ts'
import { notFound, requireFound } from '../../../http/failure.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { findStoredPhotos } from '../../photos/index.ts'
import { cleanFileName } from '../file-name.ts'
import { toStagingId } from '../receiving.ts'
import { findBatchStart, listBatchFiles, type RecordedFile, upsertBatchFiles } from '../store/batches.ts'
import { expireUploadsOf } from '../store/uploads.ts'

export interface BatchKey {
  accountId: string
  batchId: string
}

const getOldestReceiptDate = (now: Date) => new Date(now.getTime() - RECEIPT_DAYS * 86_400_000)

/** Records files of a batch and notifies the account's open pages. */
export async function recordBatchFiles(
  ctx: Context,
  key: BatchKey,
  files: readonly RecordedFile[],
): Promise<void> {
  const cleanedFiles = files.map(file => ({ ...file, fileName: cleanFileName(file.fileName) }))
  await change(ctx, async tx => {
    await upsertBatchFiles(tx, key, cleanedFiles, ctx.clock.now())
    const body: LibraryPush = { type: 'upload-batch-changed', batchId: key.batchId }
    await publishToAccount(ctx, tx, key.accountId, body)
  })
}

/**
 * Closes a batch whose files are not sent any more: its receipt names them as failed, and their bytes are deleted.
 * Idempotent; not-found for an unknown, foreign or expired batch.
 */
export async function closeBatch(ctx: Context, key: BatchKey): Promise<void> {
  const { accountId, batchId } = key
  const now = ctx.clock.now()
  if (!(await findBatchStart(ctx.db, key, getOldestReceiptDate(now)))) throw notFound('Upload batch')
  const expiredUploads = await change(ctx, async tx => {
    await updateRows(
      tx.db,
      'upload_batch_files',
      { account_id: key.accountId, batch_id: key.batchId, state: 'waiting' },
      { state: 'failed', reason: CLOSED },
    )
    const uploads = await expireUploadsOf(tx, accountId, ['batch_id', batchId], now)
    const body: LibraryPush = { type: 'upload-batch-changed', batchId }
    await publishToAccount(ctx, tx, accountId, body)
    return uploads
  })
  for (const row of expiredUploads) await ctx.blobs.staging.remove(toStagingId(row))
}

/** The reason of files that were not sent when their batch was closed. */
const CLOSED = 'closed'

/**
 * Returns a page of an upload receipt. Throws bad-request for a cursor of another list, not-found for an unknown,
 * foreign or expired batch.
 */
export async function readReceipt(
  ctx: Context,
  key: BatchKey,
  cursor: string | undefined,
): Promise<Answer<typeof getUploadBatch>> {
  const since = getOldestReceiptDate(ctx.clock.now())
  const startedAt = requireFound(await findBatchStart(ctx.db, key, since), 'Upload batch')
  const scope = ['upload-batch', key.accountId, key.batchId] as const
  const [after] = cursor === undefined ? [] : decodeCursor(scope, cursor, filePosition)
  const rows = await listBatchFiles(ctx.db, key, { since, after, limit: BATCH_FILES_PAGE + 1 })
  const page = rows.slice(0, BATCH_FILES_PAGE)
  const photos = await findStoredPhotos(
    ctx.db,
    key.accountId,
    page.flatMap(({ photo_id }) => photo_id ?? []),
  )
  return {
    startedAt: startedAt.toISOString(),
    cursor: rows.length > page.length ? encodeCursor(scope, [page.at(-1)!.file_id]) : null,
    files: page.map(row => {
      const photo = row.photo_id ? photos.get(row.photo_id) : undefined
      return {
        fileId: row.file_id,
        fileName: row.file_name,
        size: Number(row.size),
        state: row.state,
        ...(row.reason ? { reason: row.reason } : {}),
        ...(photo ? { photoId: photo.photo_id } : {}),
        inLibrary: photo?.deleted_at === null,
        converted: photo?.content_type === 'image/heic',
        undated: photo?.taken_at === null,
      }
    }),
  }
}

const filePosition = z.tuple([idInput])
