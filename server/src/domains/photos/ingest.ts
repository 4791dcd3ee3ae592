import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../context.ts'
import { change } from '../../context.ts'
import { BrokenPictureError, type Variants } from '../../platform/images/index.ts'
import { originalKey, variantKey } from './blob-keys.ts'
import { type PhotoRef, photoRefused } from './job-kinds.ts'
import { publishLibraryChange } from './notifications.ts'
import { moveToBin, startErasure } from './photos.ts'
import { markPhotoFailed, markPhotoReady } from './store/changes.ts'
import { lockPhotos } from './store/locks.ts'
import { findStoredPhoto, type PhotoRow } from './store/photos.ts'

/**
 * Makes the sizes of one photo and stores them, also of one in the bin, which may come back; running twice ends the
 * same. A broken picture leaves the library; one whose bytes are not read as they were received is not broken: it is kept
 * and tried again.
 */
export async function ingestPhoto(
  ctx: Context,
  { accountId, photoId }: PhotoRef,
  signal: AbortSignal,
): Promise<void> {
  const row = await findStoredPhoto(ctx.db, accountId, photoId)
  if (!row || row.state === 'ready') return
  try {
    const made = await ctx.blobs.withPath(originalKey(row), path =>
      ctx.images.makeVariants({ path, type: row.content_type }, { signal }).catch(async error => {
        if (error instanceof BrokenPictureError) await mustBeAsReceived(row, path)
        throw error
      }),
    )
    await Promise.all(made.variants.map(each => ctx.blobs.put(variantKey(row, each.size), each.bytes)))
    // Erased meanwhile: what was just stored would belong to nobody.
    if (!(await markReady(ctx, row, made)))
      await ctx.blobs.remove(made.variants.map(each => variantKey(row, each.size)))
  } catch (error) {
    if (!(error instanceof BrokenPictureError)) throw error
    ctx.log.info({ photoId, reason: error.message }, 'picture is broken, upload refused')
    await refuse(ctx, row)
  }
}

/** A refused photo is erased: nothing a failing disk made of its bytes may count for the picture. */
async function mustBeAsReceived({ photo_id, sha256 }: PhotoRow, path: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  if (hash.digest('hex') !== sha256)
    throw new Error(`The original of photo ${photo_id} does not read as it was received`)
}

/** False when there is no such photo any more. */
async function markReady(ctx: Context, row: PhotoRow, made: Variants): Promise<boolean> {
  return change(ctx, async tx => {
    const { width, height, placeholder } = made
    const variants = made.variants
      .toSorted((a, b) => a.size - b.size)
      .map(({ size, width, height, bytes }) => ({ id: size, width, height, size: bytes.length }))
    if (!(await markPhotoReady(tx, row, { width, height, placeholder, variants }))) return false
    await publishLibraryChange(ctx, tx, row.account_id, [row.photo_id], 'updated')
    return true
  })
}

async function refuse(ctx: Context, row: PhotoRow): Promise<void> {
  await change(ctx, async tx => {
    const [locked] = await lockPhotos(tx, row.account_id, [row.photo_id])
    if (!locked || locked.state === 'ready') return
    await markPhotoFailed(tx, row)
    if (locked.deleted_at === null) await moveToBin(ctx, tx, row.account_id, [locked])
    else await publishLibraryChange(ctx, tx, row.account_id, [row.photo_id], 'removed')
    await startErasure(ctx, tx, row.account_id, [locked])
    await ctx.jobs.send(tx, photoRefused, [
      { accountId: row.account_id, photoId: row.photo_id, uploadId: row.upload_id, reason: 'broken' },
    ])
  })
}
