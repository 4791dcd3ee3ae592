import { type Context, change, type Tx } from '../../context.ts'
import { lockPhotos, readVariantLuminance } from '../photos/index.ts'
import { findLuminances, insertLuminances } from './store/luminances.ts'

/**
 * Returns the luminance of photos, by photo, without those whose pictures cannot be read. Each picture is read once: a search
 * compares only those whose hashes are near, and finds them again at the next one.
 */
export async function readLuminances(
  ctx: Context,
  accountId: string,
  photoIds: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const known = await findLuminances(ctx.db, accountId, photoIds)
  const read = new Map<string, Uint8Array>()
  for (const photoId of photoIds) {
    if (known.has(photoId)) continue
    const luminance = await readVariantLuminance(ctx, { account_id: accountId, photo_id: photoId })
    if (luminance) read.set(photoId, luminance)
  }
  if (read.size > 0) await change(ctx, tx => storeLuminances(tx, accountId, read))
  return new Map([...known, ...read])
}

/** Nothing is stored of photos that were erased meanwhile. */
async function storeLuminances(
  tx: Tx,
  accountId: string,
  read: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const photos = await lockPhotos(tx, accountId, [...read.keys()])
  const stored = new Map(photos.map(({ photo_id }) => [photo_id, read.get(photo_id)!]))
  await insertLuminances(tx, accountId, stored)
}
