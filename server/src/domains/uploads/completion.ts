import type { Refusal } from '#contract/uploads.ts'
import type { Context, Tx } from '../../context.ts'
import { change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { SNIFF_BYTES } from '../../platform/images/index.ts'
import { addUploadedPhotos } from '../albums/index.ts'
import {
  addPhoto,
  lockPhotosByHash,
  type NewPhoto,
  originalKey,
  type PhotoRow,
  restoreLockedPhotos,
} from '../photos/index.ts'
import { type Checksums, computeChecksums } from './checksums.ts'
import { publishReceipt } from './receipts.ts'
import { refusalFailure } from './refusal.ts'
import { openReceivedFile, stagingId } from './staged-upload.ts'
import { findUpload, lockUpload, setUploadHash, setUploadOutcome, type UploadRow } from './store/uploads.ts'

/**
 * Turns an upload whose last byte has arrived into a photo. Idempotent, also after a crash at any step, by its order:
 * bytes durable → original moved to its key → row, month summary, ingest job and receipt in one transaction. `checksums`
 * are those counted while streaming; null: the file is read again. Throws the failure of a refusal.
 */
export async function completeUpload(
  ctx: Context,
  accountId: string,
  uploadId: string,
  checksums: Checksums | null,
): Promise<void> {
  const key = `${accountId}/${uploadId}`
  const running = completing.get(key)
  if (running) return running
  const work = completeOnce(ctx, accountId, uploadId, checksums).finally(() => completing.delete(key))
  completing.set(key, work)
  return work
}

/** The last PATCH and a HEAD may arrive at the same time: both wait for the same completion. */
const completing = new Map<string, Promise<void>>()

async function completeOnce(
  ctx: Context,
  accountId: string,
  uploadId: string,
  checksums: Checksums | null,
): Promise<void> {
  const row = await findUpload(ctx.db, accountId, uploadId)
  if (!row) throw new Failure('not-found', 'Upload not found')
  if (row.state === 'refused') throw refusalFailure((row.reason ?? 'broken') as Refusal)
  if (row.state !== 'receiving') return
  // An upload session expires to the second, also for files that are in progress.
  const isLate = row.session_id !== null && row.expires_at <= ctx.clock.now()
  const photo = isLate ? 'expired' : await examine(ctx, row, checksums)
  if (typeof photo === 'string') {
    await refuse(ctx, row, photo)
    throw refusalFailure(photo)
  }
  if (!row.declared_sha256) await setUploadHash(ctx.db, row, photo.sha256)
  await ctx.blobs.staging.commit(stagingId(row), keyOf(photo))
  const photoId = await commitPhoto(ctx, row, photo)
  // Removes the second copy of bytes that the library had already.
  if (photoId !== photo.photoId) await ctx.blobs.remove([keyOf(photo)])
}

/** Checks type, structure, size in pixels and checksum, and reads date and camera. */
async function examine(
  ctx: Context,
  row: UploadRow,
  checksums: Checksums | null,
): Promise<NewPhoto | Refusal> {
  const file = await openReceivedFile(ctx, row)
  const structure = await ctx.images.checkStructure(file)
  if (!structure.ok) return structure.reason
  const type = ctx.images.sniff(await file.read(0, SNIFF_BYTES))
  if (!type) return 'unsupported-type'
  const { sha256, crc32 } = checksums ?? (await computeChecksums(file.stream()))
  if (row.declared_sha256 && row.declared_sha256 !== sha256) return 'checksum-mismatch'
  const metadata = await ctx.images.readMetadata(file, type, row.file_name)
  const isRotated = metadata.orientation >= 5
  const camera = Object.entries(metadata.camera).filter(([, value]) => value !== null)
  return {
    accountId: row.account_id,
    photoId: row.photo_id,
    uploadId: row.upload_id,
    sha256,
    crc32,
    size: Number(row.size),
    contentType: type,
    fileName: row.file_name,
    takenAt: metadata.takenAt ?? row.stated_taken_at,
    takenOffset: metadata.takenAt ? metadata.takenOffset : row.stated_taken_offset,
    lowPriority: row.imported,
    width: isRotated ? structure.height : structure.width,
    height: isRotated ? structure.width : structure.height,
    camera: camera.length ? Object.fromEntries(camera) : null,
  }
}

const keyOf = (photo: NewPhoto) =>
  originalKey({ account_id: photo.accountId, sha256: photo.sha256, photo_id: photo.photoId })

/** Adds the photo, or finds the one with the same bytes. Returns the id of the photo that is in the library. */
async function commitPhoto(ctx: Context, row: UploadRow, photo: NewPhoto): Promise<string> {
  try {
    return await change(ctx, tx => commitInTransaction(ctx, tx, row, photo))
  } catch (error) {
    // Unique violation: another upload of the same bytes was faster, and is found now.
    if ((error as { code?: string }).code !== '23505') throw error
    return change(ctx, tx => commitInTransaction(ctx, tx, row, photo))
  }
}

async function commitInTransaction(ctx: Context, tx: Tx, row: UploadRow, photo: NewPhoto): Promise<string> {
  const locked = await lockUpload(tx, row.account_id, row.upload_id)
  if (locked?.state !== 'receiving') return locked?.photo_id ?? photo.photoId
  const [duplicate] = await lockPhotosByHash(tx, photo.accountId, [photo.sha256])
  const state = duplicate ? (duplicate.deleted_at ? 'restored' : 'already-there') : 'processing'
  if (!duplicate) await addPhoto(ctx, tx, photo)
  else if (duplicate.deleted_at) await restoreLockedPhotos(ctx, tx, photo.accountId, [duplicate])
  const photoId = duplicate?.photo_id ?? photo.photoId
  if (locked.album_id) await addUploadedPhotos(ctx, tx, row.account_id, locked.album_id, [photoId])
  await setUploadOutcome(tx.db, row, { state, photoId, at: ctx.clock.now() })
  await publishCompletion(ctx, tx, { ...row, state, photo_id: photoId }, duplicate ?? null)
  return photoId
}

async function refuse(ctx: Context, row: UploadRow, reason: Refusal): Promise<void> {
  await change(ctx, async tx => {
    await setUploadOutcome(tx.db, row, { state: 'refused', reason, at: ctx.clock.now() })
    await publishCompletion(ctx, tx, { ...row, state: 'refused', reason }, null)
  })
  await ctx.blobs.staging.remove(stagingId(row))
}

const publishCompletion = (ctx: Context, tx: Tx, row: UploadRow, duplicate: PhotoRow | null) =>
  publishReceipt(ctx, tx, { ...row, photo_state: duplicate?.state ?? 'processing' })
