import { type Context, change, type Tx } from '../../context.ts'
import { BlobDamagedError, BlobMissingError } from '../../platform/blobs/blobs.ts'
import { checkStored } from '../../platform/blobs/check-stored.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import {
  findPhotosByHash,
  ingestPhotoAgain,
  lockPhotosByHash,
  type NewPhoto,
  originalKey,
  type PhotoRow,
} from '../photos/index.ts'

const PARALLEL = 16

/** Ingests a photo whose original was replaced by a process that died before it could request that. */
export const ingestReplacedOriginal = defineJob<ReplacedOriginal>('uploads.ingest-replaced', {
  leaseSeconds: 600,
})

interface ReplacedOriginal {
  accountId: string
  photoId: string
  sha256: string
}

/** Longer than most replacements take. A job that finds the original still damaged fails and is retried. */
const REPLACED_AFTER_MS = 60_000

/**
 * Replaces the original of a photo of the library that has the same bytes, if it does not read as it was received, by the
 * blob at `key`. True when it was replaced: the caller requests its ingest in the transaction in which it calls
 * `confirmReplacement`. A job that is sent before the bytes change does it when the caller dies.
 */
export async function repairOriginal(
  ctx: Context,
  known: PhotoRow,
  photo: NewPhoto,
  key: string,
): Promise<boolean> {
  if (known.photo_id === photo.photoId || (await isWhole(ctx, known))) return false
  const startAfter = new Date(ctx.clock.now().getTime() + REPLACED_AFTER_MS)
  const payload = { accountId: known.account_id, photoId: known.photo_id, sha256: known.sha256 }
  await change(ctx, tx =>
    ctx.jobs.send(tx, ingestReplacedOriginal, [payload], { id: known.photo_id, again: true, startAfter }),
  )
  await ctx.blobs.put(originalKey(known), ctx.blobs.read(key))
  await checkStored(ctx.blobs.read(originalKey(known)), originalKey(known), photo)
  ctx.log.error({ photoId: known.photo_id }, 'an original did not read as received and was replaced')
  return true
}

/** Ends what `repairOriginal` began: the photo's ingest is requested in this transaction. */
export const confirmReplacement = (ctx: Context, tx: Tx, photoId: string): Promise<void> =>
  ctx.jobs.cancel(tx, ingestReplacedOriginal, photoId)

/** Requests the ingest of a photo whose original was replaced. Throws while the original is still damaged. */
export async function completeReplacement(ctx: Context, replaced: ReplacedOriginal): Promise<void> {
  const { accountId, photoId, sha256 } = replaced
  const [photo] = await findPhotosByHash(ctx.db, accountId, [sha256])
  // Erased since, and perhaps sent again.
  if (photo?.photo_id !== photoId) return
  if (!(await isWhole(ctx, photo)))
    throw new BlobDamagedError(`The original of photo ${photoId} does not read as it was received`)
  await change(ctx, async tx => {
    const [locked] = await lockPhotosByHash(tx, accountId, [sha256])
    if (locked?.photo_id === photoId) await ingestPhotoAgain(ctx, tx, locked)
  })
}

/** Those of the hashes whose photo has an original of the right size: a file of any other must be sent again. */
export async function findStoredHashes(
  ctx: Context,
  accountId: string,
  hashes: readonly string[],
): Promise<string[]> {
  const waiting = await findPhotosByHash(ctx.db, accountId, hashes)
  const stored: string[] = []
  const check = async () => {
    for (let photo = waiting.pop(); photo; photo = waiting.pop()) {
      const blob = await ctx.blobs.stat(originalKey(photo))
      if (blob?.size === Number(photo.size)) stored.push(photo.sha256)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, check))
  return stored
}

async function isWhole(ctx: Context, photo: PhotoRow): Promise<boolean> {
  const key = originalKey(photo)
  try {
    await checkStored(ctx.blobs.read(key), key, { size: Number(photo.size), sha256: photo.sha256 })
    return true
  } catch (error) {
    if (error instanceof BlobDamagedError || error instanceof BlobMissingError) return false
    throw error
  }
}
