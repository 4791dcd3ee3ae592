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
 * Makes and stores the variants of one photo, also of one in the bin, which may be restored. Idempotent. A broken picture
 * is removed from the library. An original whose bytes differ from the received ones is a storage error and does not
 * count as broken: the photo stays and the job is retried.
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
        if (error instanceof BrokenPictureError) await checkOriginal(row, path)
        throw error
      }),
    )
    await Promise.all(made.variants.map(each => ctx.blobs.put(variantKey(row, each.size), each.bytes)))
    // The photo was erased in the meantime: the variants just stored have no owner.
    if (!(await markReady(ctx, row, made)))
      await ctx.blobs.remove(made.variants.map(each => variantKey(row, each.size)))
  } catch (error) {
    if (!(error instanceof BrokenPictureError)) throw error
    ctx.log.info({ photoId, reason: error.message }, 'picture is broken, photo refused')
    await refuse(ctx, row)
  }
}

/** Throws if the stored bytes differ from the received ones. A refused photo is erased, so a disk error must not cause it. */
async function checkOriginal({ photo_id, sha256 }: PhotoRow, path: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  if (hash.digest('hex') !== sha256)
    throw new Error(`The original of photo ${photo_id} does not read as it was received`)
}

/** False when the photo is being erased or no longer exists. */
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
