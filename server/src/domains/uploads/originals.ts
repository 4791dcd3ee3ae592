import type { Context } from '../../context.ts'
import { BlobDamagedError, BlobMissingError } from '../../platform/blobs/blobs.ts'
import { checkStored } from '../../platform/blobs/check-stored.ts'
import { findPhotosByHash, type NewPhoto, originalKey, type PhotoRow } from '../photos/index.ts'

const PARALLEL = 16

/**
 * Replaces the original of a photo of the library that has the same bytes, if it does not read as it was received, by the
 * blob at `key` (RV-701). True when it was replaced; its variants must be made again.
 */
export async function repairOriginal(
  ctx: Context,
  known: PhotoRow,
  photo: NewPhoto,
  key: string,
): Promise<boolean> {
  if (known.photo_id === photo.photoId || (await isWhole(ctx, known))) return false
  ctx.log.error({ photoId: known.photo_id }, 'an original did not read as received and was replaced')
  await ctx.blobs.put(originalKey(known), ctx.blobs.read(key))
  await checkStored(ctx.blobs.read(originalKey(known)), originalKey(known), photo)
  return true
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
