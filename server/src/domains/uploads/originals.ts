import { type Context, change } from '../../context.ts'
import { BlobDamagedError, BlobMissingError } from '../../platform/blobs/blobs.ts'
import { checkStored } from '../../platform/blobs/check-stored.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import {
  findPhotosByHash,
  ingestPhotoAgain,
  lockPhotosByHash,
  type NewPhoto,
  type PhotoRow,
  toOriginalKey,
} from '../photos/index.ts'

const MAX_PARALLEL_STATS = 16

/** Ingests a photo whose original was replaced by a process that died before it requested the ingest. */
export const ingestReplacedOriginal = defineJob<ReplacedOriginal>('uploads.ingest-replaced', {
  leaseSeconds: 600,
})

interface ReplacedOriginal {
  accountId: string
  photoId: string
  sha256: string
}

/** Longer than most replacements take; a job that finds the original still damaged fails and is retried. */
const REPLACEMENT_TIMEOUT_MS = 60_000

/**
 * Replaces the original of an existing photo with the same bytes by the blob at `key`, if the original is damaged. True
 * when it was replaced: the caller requests its ingest in the transaction in which it cancels `ingestReplacedOriginal`.
 * If the caller dies, that job, which was sent before the replacement, requests the ingest.
 */
export async function repairOriginal(
  ctx: Context,
  duplicate: PhotoRow,
  photo: NewPhoto,
  key: string,
): Promise<boolean> {
  if (duplicate.photo_id === photo.photoId || (await isIntact(ctx, duplicate))) return false
  const startAfter = new Date(ctx.clock.now().getTime() + REPLACEMENT_TIMEOUT_MS)
  const payload = { accountId: duplicate.account_id, photoId: duplicate.photo_id, sha256: duplicate.sha256 }
  await change(ctx, tx =>
    ctx.jobs.send(tx, ingestReplacedOriginal, [payload], { id: duplicate.photo_id, again: true, startAfter }),
  )
  await ctx.blobs.put(toOriginalKey(duplicate), ctx.blobs.read(key))
  await checkStored(ctx.blobs.read(toOriginalKey(duplicate)), toOriginalKey(duplicate), photo)
  ctx.log.error({ photoId: duplicate.photo_id }, 'an original did not read as received and was replaced')
  return true
}

/** Requests the ingest of a photo whose original was replaced. Throws while the original is still damaged. */
export async function completeReplacement(ctx: Context, replaced: ReplacedOriginal): Promise<void> {
  const { accountId, photoId, sha256 } = replaced
  const [photo] = await findPhotosByHash(ctx.db, accountId, [sha256])
  // The photo was erased since, and its bytes may be uploaded again as another photo.
  if (photo?.photo_id !== photoId) return
  if (!(await isIntact(ctx, photo)))
    throw new BlobDamagedError(`The original of photo ${photoId} does not read as it was received`)
  await change(ctx, async tx => {
    const [locked] = await lockPhotosByHash(tx, accountId, [sha256])
    if (locked?.photo_id === photoId) await ingestPhotoAgain(ctx, tx, locked)
  })
}

/** Finds the hashes whose photo has an original of the right size; files with other hashes must be sent. */
export async function findStoredHashes(
  ctx: Context,
  accountId: string,
  hashes: readonly string[],
): Promise<string[]> {
  const photos = await findPhotosByHash(ctx.db, accountId, hashes)
  const storedHashes: string[] = []
  const check = async () => {
    for (let photo = photos.pop(); photo; photo = photos.pop()) {
      const blob = await ctx.blobs.stat(toOriginalKey(photo))
      if (blob?.size === Number(photo.size)) storedHashes.push(photo.sha256)
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL_STATS }, check))
  return storedHashes
}

async function isIntact(ctx: Context, photo: PhotoRow): Promise<boolean> {
  const key = toOriginalKey(photo)
  try {
    await checkStored(ctx.blobs.read(key), key, { size: Number(photo.size), sha256: photo.sha256 })
    return true
  } catch (error) {
    if (error instanceof BlobDamagedError || error instanceof BlobMissingError) return false
    throw error
  }
}
