import type { ErrorCode } from '#contract/errors.ts'
import type { Refusal } from '#contract/uploads.ts'
import type { Context, Tx } from '../../context.ts'
import { change } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import type { RandomAccess } from '../../platform/images/index.ts'
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
import {
  findUpload,
  lockUpload,
  setUploadHash,
  setUploadOutcome,
  type UploadKey,
  type UploadRow,
} from './store/uploads.ts'

/** Status of a refusal on the wire (PL-170). */
export const REFUSALS: Record<Refusal, ErrorCode> = {
  empty: 'broken-picture',
  'unsupported-type': 'unsupported-type',
  'too-large': 'too-large',
  'too-many-pixels': 'too-large',
  truncated: 'broken-picture',
  broken: 'broken-picture',
  'checksum-mismatch': 'bad-request',
  expired: 'gone',
  'too-many-files': 'forbidden',
}

export const refused = (reason: Refusal) =>
  new Failure(REFUSALS[reason], `The file was refused: ${reason}`, { fields: { reason } })

/**
 * Turns a complete upload into a photo. May be called again at any time, after any crash: the order is bytes durable →
 * original in its place → row, month summary, ingest job and receipt in one transaction. Throws what was refused.
 */
export async function completeUpload(
  ctx: Context,
  accountId: string,
  uploadId: string,
  counted: Checksums | null,
): Promise<void> {
  const key = `${accountId}/${uploadId}`
  const running = completing.get(key)
  if (running) return running
  const work = completeOnce(ctx, accountId, uploadId, counted).finally(() => completing.delete(key))
  completing.set(key, work)
  return work
}

/** The last bytes and a client asking how far it is may come at the same moment: both wait for one finish. */
const completing = new Map<string, Promise<void>>()

async function completeOnce(
  ctx: Context,
  accountId: string,
  uploadId: string,
  counted: Checksums | null,
): Promise<void> {
  const row = await findUpload(ctx.db, accountId, uploadId)
  if (!row) throw new Failure('not-found', 'Upload not found')
  if (row.state === 'refused') throw refused((row.reason ?? 'broken') as Refusal)
  if (row.state !== 'receiving') return
  // A transfer from a phone ends to the second, whatever was under way.
  const late = row.session_id !== null && row.expires_at <= ctx.clock.now()
  const photo = late ? 'expired' : await examine(ctx, row, counted)
  if (typeof photo === 'string') {
    await refuse(ctx, row, photo)
    throw refused(photo)
  }
  if (!row.declared_sha256) await setUploadHash(ctx.db, row, photo.sha256)
  await ctx.blobs.staging.commit(stagingId(row), keyOf(photo))
  const kept = await commitPhoto(ctx, row, photo)
  // The library had these bytes already: the second copy goes.
  if (kept !== photo.photoId) await ctx.blobs.remove([keyOf(photo)])
}

export const stagingId = (row: UploadKey) => `${row.account_id}_${row.upload_id}`

/** Looks at the content: type, wholeness, size in pixels, checksum, date and camera. */
async function examine(ctx: Context, row: UploadRow, counted: Checksums | null): Promise<NewPhoto | Refusal> {
  const file = await arrived(ctx, row)
  const structure = await ctx.images.checkStructure(file)
  if (!structure.ok) return structure.reason
  const type = ctx.images.sniff(await file.read(0, SNIFF_BYTES))
  if (!type) return 'unsupported-type'
  const sums = counted ?? (await computeChecksums(await everything(ctx, row)))
  if (row.declared_sha256 && row.declared_sha256 !== sums.sha256) return 'checksum-mismatch'
  const metadata = await ctx.images.readMetadata(file, type, row.file_name)
  const turned = metadata.orientation >= 5
  const facts = Object.entries(metadata.camera).filter(([, value]) => value !== null)
  return {
    accountId: row.account_id,
    photoId: row.photo_id,
    uploadId: row.upload_id,
    ...sums,
    size: Number(row.size),
    contentType: type,
    fileName: row.file_name,
    takenAt: metadata.takenAt ?? row.stated_taken_at,
    takenOffset: metadata.takenAt ? metadata.takenOffset : row.stated_taken_offset,
    lowPriority: row.imported,
    width: turned ? structure.height : structure.width,
    height: turned ? structure.width : structure.height,
    camera: facts.length ? Object.fromEntries(facts) : null,
  }
}

/**
 * Bytes of an upload that are safe, wherever they lie: after a crash between commit and transaction they have left
 * staging already, and nobody must send them again.
 */
export async function receivedLength(ctx: Context, row: UploadRow): Promise<number> {
  const staged = await ctx.blobs.staging.length(stagingId(row))
  return staged === 0 && (await placed(ctx, row)) ? Number(row.size) : staged
}

/** After a crash between commit and transaction the file lies in its place already; its hash was noted before. */
async function placed(ctx: Context, row: UploadRow): Promise<string | null> {
  if (!row.declared_sha256) return null
  const key = originalKey({ ...row, sha256: row.declared_sha256 })
  const stored = await ctx.blobs.stat(key)
  return stored?.size === Number(row.size) ? key : null
}

async function arrived(ctx: Context, row: UploadRow): Promise<RandomAccess> {
  const size = Number(row.size)
  const id = stagingId(row)
  const inStaging = (await ctx.blobs.staging.length(id)) === size
  const key = inStaging ? null : await placed(ctx, row)
  if (!inStaging && !key) throw new Failure('conflict', 'The upload is not complete')
  return {
    size,
    async read(offset, length) {
      const end = Math.min(offset + length, size) - 1
      if (end < offset) return new Uint8Array(0)
      const range = { start: offset, end }
      return collect(key ? ctx.blobs.read(key, range) : ctx.blobs.staging.read(id, range))
    },
  }
}

async function everything(ctx: Context, row: UploadRow) {
  const key =
    (await ctx.blobs.staging.length(stagingId(row))) === Number(row.size) ? null : await placed(ctx, row)
  return key ? ctx.blobs.read(key) : ctx.blobs.staging.read(stagingId(row))
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(bytes))
}

const keyOf = (photo: NewPhoto) =>
  originalKey({ account_id: photo.accountId, sha256: photo.sha256, photo_id: photo.photoId })

/** Returns the id of the photo that is in the library now. */
async function commitPhoto(ctx: Context, row: UploadRow, photo: NewPhoto): Promise<string> {
  try {
    return await change(ctx, tx => commitInTransaction(ctx, tx, row, photo))
  } catch (error) {
    // Another upload of the same bytes was first: now it is found.
    if ((error as { code?: string }).code !== '23505') throw error
    return change(ctx, tx => commitInTransaction(ctx, tx, row, photo))
  }
}

async function commitInTransaction(ctx: Context, tx: Tx, row: UploadRow, photo: NewPhoto): Promise<string> {
  const locked = await lockUpload(tx, row.account_id, row.upload_id)
  if (locked?.state !== 'receiving') return locked?.photo_id ?? photo.photoId
  const [twin] = await lockPhotosByHash(tx, photo.accountId, [photo.sha256])
  const state = twin ? (twin.deleted_at ? 'restored' : 'already-there') : 'processing'
  if (!twin) await addPhoto(ctx, tx, photo)
  else if (twin.deleted_at) await restoreLockedPhotos(ctx, tx, photo.accountId, [twin])
  const photoId = twin?.photo_id ?? photo.photoId
  if (locked.album_id) await addUploadedPhotos(ctx, tx, row.account_id, locked.album_id, [photoId])
  await setUploadOutcome(tx.db, row, { state, photoId, at: ctx.clock.now() })
  await publishCompletion(ctx, tx, { ...row, state, photo_id: photoId }, twin ?? null)
  return photoId
}

async function refuse(ctx: Context, row: UploadRow, reason: Refusal): Promise<void> {
  await change(ctx, async tx => {
    await setUploadOutcome(tx.db, row, { state: 'refused', reason, at: ctx.clock.now() })
    await publishCompletion(ctx, tx, { ...row, state: 'refused', reason }, null)
  })
  await ctx.blobs.staging.remove(stagingId(row))
}

const publishCompletion = (ctx: Context, tx: Tx, row: UploadRow, twin: PhotoRow | null) =>
  publishReceipt(ctx, tx, { ...row, photo_state: twin?.state ?? 'processing' })
