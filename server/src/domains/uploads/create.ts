import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { cleanFileName } from './file-name.ts'
import { finishUpload, stagingId } from './finish.ts'
import { findUpload } from './store.ts'

/** An upload that nobody continued for this long is forgotten (tus expiration). */
export const UPLOAD_DAYS = 7

export interface NewUpload {
  uploadId: string
  fileName: string
  type: string | null
  sha256: string | null
  /** An album of the sender's to put the photo into; checked before. */
  albumId: string | null
  size: number
}

/** Announces an upload; its bytes follow through staging. */
export async function createUpload(
  ctx: Context,
  accountId: string,
  upload: NewUpload,
): Promise<{ createdAt: Date }> {
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('uploads')
    .values({
      account_id: accountId,
      upload_id: upload.uploadId,
      photo_id: randomUUID(),
      file_name: cleanFileName(upload.fileName),
      declared_type: upload.type?.slice(0, 100) ?? null,
      declared_sha256: upload.sha256 && /^[0-9a-f]{64}$/.test(upload.sha256) ? upload.sha256 : null,
      size: upload.size,
      state: 'receiving',
      reason: null,
      album_id: upload.albumId,
      created_at: now,
      expires_at: new Date(now.getTime() + UPLOAD_DAYS * 86_400_000),
      finished_at: null,
    })
    .execute()
  return { createdAt: now }
}

/** The whole way of an upload for bytes that are here already, answers the photo's id; throws what tus would answer. */
export async function receiveFile(
  ctx: Context,
  accountId: string,
  fileName: string,
  bytes: Uint8Array,
): Promise<string> {
  const uploadId = randomUUID()
  const size = bytes.length
  await createUpload(ctx, accountId, { uploadId, fileName, type: null, sha256: null, albumId: null, size })
  const id = stagingId({ account_id: accountId, upload_id: uploadId })
  await ctx.blobs.staging.append(id, 0, Readable.from([bytes]), bytes.length)
  await finishUpload(ctx, accountId, uploadId, null)
  const upload = await findUpload(ctx.db, accountId, uploadId)
  return upload!.photo_id
}
