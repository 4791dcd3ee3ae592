import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Refusal } from '#contract/uploads.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { notFound, requireFound } from '../../http/failure.ts'
import { isUniqueViolation } from '../../platform/db/error-codes.ts'
import { BrokenPictureError, PictureTooLargeError, SNIFF_BYTES } from '../../platform/images/index.ts'
import { addUploadedPhotos } from '../albums/index.ts'
import {
  addPhoto,
  applyCompanions,
  decideDate,
  ingestPhotoAgain,
  lockPhotosByHash,
  type NewPhoto,
  type PhotoRow,
  restoreLockedPhotos,
  type StatedDate,
  toDownloadName,
  toOriginalKey,
} from '../photos/index.ts'
import { lockStatedTown } from '../places/index.ts'
import { type Checksums, computeChecksums } from './checksums.ts'
import { DEFAULT_FILE_NAME } from './file-name.ts'
import { abandonLease, createLeaseLostFailure, type Lease, waitForLease, withLeaseRenewal } from './lease.ts'
import { completedUploads, refusedUploads } from './metrics.ts'
import { ingestReplacedOriginal, repairOriginal } from './originals.ts'
import { publishReceipt } from './receipts.ts'
import { openReceivedFile, toStagingId } from './receiving.ts'
import { createRefusalFailure, isRefusal } from './refusal.ts'
import { finishUpload, updateLeasedUpload } from './store/leases.ts'
import { findStatedPlaceId } from './store/stated-places.ts'
import { findUpload, lockUpload, setUploadRefused, type UploadKey, type UploadRow } from './store/uploads.ts'
import { getUploadPurpose } from './upload-purposes.ts'

/**
 * Turns an upload whose last byte has arrived into a photo. Idempotent, also after a crash at any step, by its order:
 * bytes durable → original moved to its key and read there → row, month summary, ingest job and receipt in one
 * transaction, if the lease still holds. `checksums` were computed while streaming; null: the file is read again.
 * Throws the failure of a refusal; 409 when another process has acquired the lease.
 */
export async function completeUpload(ctx: Context, lease: Lease, checksums: Checksums | null): Promise<void> {
  try {
    await withLeaseRenewal(ctx, lease, () => completeUnderLease(ctx, lease, checksums))
  } catch (error) {
    if (isRefusal(error)) throw error
    return abandonLease(ctx, lease, error)
  }
}

/** Completes an upload whose last byte has arrived; waits for a process that does it already. */
export async function completeReceivedUpload(ctx: Context, key: UploadKey): Promise<void> {
  const lease = await waitForLease(ctx, key)
  if (lease) return completeUpload(ctx, lease, null)
  checkNotRefused(await findUpload(ctx.db, key.account_id, key.upload_id))
}

async function completeUnderLease(ctx: Context, lease: Lease, checksums: Checksums | null): Promise<void> {
  const { row } = lease
  if (row.purpose) {
    const refusal = await completeForPurpose(ctx, lease, row.purpose)
    if (refusal) {
      ctx.metrics.get(refusedUploads).inc({ reason: refusal })
      checkNotRefused(await refuseUnderLease(ctx, lease, refusal))
    }
    return
  }
  // An upload session expires to the second, also for files that are in progress.
  const isSessionOver = row.session_id !== null && row.expires_at <= ctx.clock.now()
  const photo = isSessionOver ? 'expired' : await inspectFile(ctx, row, checksums)
  if (typeof photo === 'string') {
    ctx.metrics.get(refusedUploads).inc({ reason: photo })
    checkNotRefused(await refuseUnderLease(ctx, lease, photo))
    return
  }
  // The key contains the hash. Once the row has the hash, every process stores the same bytes at the key.
  const isHashStored = lease.row.declared_sha256 === photo.sha256
  if (!isHashStored && !(await updateLeasedUpload(ctx.db, lease, { declared_sha256: photo.sha256 })))
    throw createLeaseLostFailure()
  await ctx.blobs.staging.commit(toStagingId(row), getNewOriginalKey(photo), photo, lease.token)
  const upload = await commitPhoto(ctx, lease, photo)
  // Removes the stored bytes, because the library already has the same.
  if (upload.photo_id !== photo.photoId) await ctx.blobs.remove([getNewOriginalKey(photo)])
  checkNotRefused(upload)
  const { state } = upload
  ctx.metrics.get(completedUploads).inc({ outcome: state === 'processing' ? 'added' : state })
}

/** Throws the failure of a refused upload, or 404 for a missing one. */
function checkNotRefused(row: UploadRow | undefined): void {
  if (!row) throw notFound('Upload')
  if (row.state === 'refused') throw createRefusalFailure((row.reason ?? 'broken') as Refusal)
}

/** Checks type, structure, size in pixels and checksum, and reads date and camera. */
async function inspectFile(
  ctx: Context,
  row: UploadRow,
  checksums: Checksums | null,
): Promise<NewPhoto | Refusal> {
  const file = await openReceivedFile(ctx, row, { justStaged: checksums !== null })
  const structure = await ctx.images.checkStructure(file)
  if (!structure.ok) return structure.reason
  const type = ctx.images.sniff(await file.read(0, SNIFF_BYTES))
  if (!type) return 'unsupported-type'
  const { sha256, crc32 } = checksums ?? (await computeChecksums(file.stream()))
  if (row.declared_sha256 && row.declared_sha256 !== sha256) return 'checksum-mismatch'
  const metadata = await ctx.images.readMetadata(file, type, {
    fileName: row.file_name,
    timeZone: row.stated_time_zone,
  })
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
    fileName:
      row.file_name === DEFAULT_FILE_NAME ? toDownloadName({ ...row, content_type: type }) : row.file_name,
    date: decideDate(metadata, row.file_name, getStatedDates(row)),
    title: row.stated_title,
    folder: row.stated_folder,
    fileModifiedAt: row.stated_modified_at,
    lowPriority: row.imported,
    width: isRotated ? structure.height : structure.width,
    height: isRotated ? structure.width : structure.height,
    camera: camera.length ? Object.fromEntries(camera) : null,
    hasPosition: metadata.hasLocation,
  }
}

/** Returns the date of the index of an import, or of the companion of an upload. */
function getStatedDates(row: UploadRow) {
  if (row.stated_taken_at === null) return {}
  const date: StatedDate = {
    at: row.stated_taken_at,
    offset: row.stated_taken_offset,
    precision: row.stated_taken_precision,
    corrects: row.stated_corrects,
  }
  return row.imported ? { index: date } : { companion: date }
}

const getNewOriginalKey = (photo: NewPhoto) =>
  toOriginalKey({ account_id: photo.accountId, sha256: photo.sha256, photo_id: photo.photoId })

/**
 * Adds the photo, or uses an existing photo with the same bytes after checking its original. Returns the upload with
 * its outcome.
 */
async function commitPhoto(ctx: Context, lease: Lease, photo: NewPhoto): Promise<UploadRow> {
  for (let checked: CheckedDuplicate | null = null; ; ) {
    const { upload, uncheckedDuplicate } = await commitWithRetry(ctx, lease, photo, checked)
    if (upload) return upload
    const repaired = await repairOriginal(ctx, uncheckedDuplicate, photo, getNewOriginalKey(photo))
    checked = { photoId: uncheckedDuplicate.photo_id, repaired }
  }
}

/** A photo with the same bytes, whose original was found intact or was replaced. */
interface CheckedDuplicate {
  photoId: string
  repaired: boolean
}

type CommitResult =
  | { upload: UploadRow; uncheckedDuplicate?: never }
  | { upload?: never; uncheckedDuplicate: PhotoRow }

async function commitWithRetry(
  ctx: Context,
  lease: Lease,
  photo: NewPhoto,
  checked: CheckedDuplicate | null,
): Promise<CommitResult> {
  const commit = (mayBeDuplicate: boolean) =>
    change(ctx, async tx => {
      const duplicates = mayBeDuplicate ? await lockPhotosByHash(tx, photo.accountId, [photo.sha256]) : []
      return commitInTransaction(ctx, tx, lease, photo, { duplicate: duplicates[0], checked })
    })
  try {
    // Senders check known hashes first: looking up the hash again would cost a statement for every photo.
    return await commit(checked !== null)
  } catch (error) {
    // A photo with these bytes exists, or a concurrent upload has added it.
    if (!isUniqueViolation(error)) throw error
    return commit(true)
  }
}

/** Changes nothing if the photo with the same bytes is not checked yet. */
async function commitInTransaction(
  ctx: Context,
  tx: Tx,
  lease: Lease,
  photo: NewPhoto,
  { duplicate, checked }: { duplicate: PhotoRow | undefined; checked: CheckedDuplicate | null },
): Promise<CommitResult> {
  if (duplicate && duplicate.photo_id !== checked?.photoId) return { uncheckedDuplicate: duplicate }
  // The choice is locked before any other row, as in all transactions that store towns.
  const town = !duplicate && !photo.hasPosition ? await findTownOfUpload(tx, lease.row) : undefined
  const state = duplicate ? (duplicate.deleted_at ? 'restored' : 'already-there') : 'processing'
  const photoId = duplicate?.photo_id ?? photo.photoId
  const row = await finishUpload(tx, lease, { state, photoId, at: ctx.clock.now() })
  // Another process has finished it; locking only in this case saves a statement per upload.
  if (!row) return { upload: await lockLeasedUpload(tx, lease) }
  if (!duplicate) await addPhoto(ctx, tx, { ...photo, town })
  else {
    if (duplicate.deleted_at) await restoreLockedPhotos(ctx, tx, photo.accountId, [duplicate])
    const date = getStatedDates(lease.row).companion ?? null
    const row = { ...duplicate, deleted_at: null }
    await applyCompanions(ctx, tx, photo.accountId, [{ row, date, title: photo.title }])
  }
  if (duplicate && checked?.repaired) {
    await ingestPhotoAgain(ctx, tx, duplicate)
    // This transaction requests the photo's ingest.
    await ctx.jobs.cancel(tx, ingestReplacedOriginal, duplicate.photo_id)
  }
  if (row.album_id) await addUploadedPhotos(ctx, tx, row.account_id, row.album_id, [photoId])
  await publishCompletion(ctx, tx, row, duplicate ?? null)
  return { upload: row }
}

/** Returns the town that the companion states, unless places were turned off since the upload was created. */
const findTownOfUpload = async (tx: Tx, row: UploadRow) =>
  row.stated_place_id === null
    ? undefined
    : lockStatedTown(tx, row.account_id, () => findStatedPlaceId(tx.db, row))

/** Refuses the upload, unless another process has finished it. Returns the upload with its outcome. */
async function refuseUnderLease(ctx: Context, lease: Lease, reason: Refusal): Promise<UploadRow> {
  const finished = await change(ctx, async tx => {
    const row = await lockLeasedUpload(tx, lease)
    if (row.state !== 'receiving') return row
    await setUploadRefused(tx.db, row, { reason, at: ctx.clock.now() })
    const refused: UploadRow = { ...row, state: 'refused', reason }
    if (row.purpose) await getUploadPurpose(row.purpose).onDeleted(ctx, tx, row)
    else await publishCompletion(ctx, tx, refused, null)
    return refused
  })
  await ctx.blobs.staging.remove(toStagingId(lease.row), lease.token)
  return finished
}

/** Locks the upload; 404 when it was deleted, 409 when it is in progress under another lease. */
async function lockLeasedUpload(tx: Tx, { row, token }: Lease): Promise<UploadRow> {
  const locked = requireFound(await lockUpload(tx, row.account_id, row.upload_id), 'Upload')
  if (locked.state === 'receiving' && locked.lease_token !== token) throw createLeaseLostFailure()
  return locked
}

const publishCompletion = (ctx: Context, tx: Tx, row: UploadRow, duplicate: PhotoRow | null) =>
  publishReceipt(ctx, tx, { ...row, photo_state: duplicate?.state ?? 'processing' })

/**
 * Completes an upload with a purpose: its domain stores what it keeps, then the row and the domain's change commit together,
 * and the file is deleted. Idempotent after a crash at any step. Returns the reason when the file is refused.
 */
async function completeForPurpose(ctx: Context, lease: Lease, name: string): Promise<Refusal | undefined> {
  const { row } = lease
  const purpose = getUploadPurpose(name)
  const file = await openReceivedFile(ctx, row)
  const structure = await ctx.images.checkStructure(file)
  if (!structure.ok) return structure.reason
  if (structure.width * structure.height > purpose.maxPixels) return 'too-many-pixels'
  const type = ctx.images.sniff(await file.read(0, SNIFF_BYTES))
  if (!type) return 'unsupported-type'
  const bytes = await buffer(Readable.from(file.stream()))
  const prepared = await purpose.prepare(ctx, row, { bytes, type }).then(result => ({ result }), toRefusal)
  if (typeof prepared === 'string') return prepared
  const isFinished = await change(ctx, async tx => {
    const outcome = { state: 'added', photoId: row.photo_id, at: ctx.clock.now() } as const
    if (!(await finishUpload(tx, lease, outcome))) return false
    await purpose.onCompleted(ctx, tx, row, prepared.result)
    return true
  })
  // Deleted while it was prepared; otherwise another process has finished it, with the same bytes.
  if (!isFinished && !(await findUpload(ctx.db, row.account_id, row.upload_id)))
    await purpose.removePrepared(ctx, row)
  await ctx.blobs.staging.remove(toStagingId(row), lease.token)
  return undefined
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof PictureTooLargeError) return 'too-many-pixels'
  if (error instanceof BrokenPictureError) return 'broken'
  throw error
}
