import { BulkFailure } from '#web/platform/http/bulk-failure.ts'
import { splitIntoChunks } from '#web/platform/http/chunks.ts'
import { batchesOf, deselectedPhotos, photosByAlbum, savedPhotos } from '../queue/counts.ts'
import type { Queue } from '../queue/queue.ts'
import { isAlbumPending, isReady, isReceived, isUnsent, uploadIdOf } from '../queue/upload-item.ts'
import { removeItems, type UploadContext, unconfirmedItems } from './upload-context.ts'

export interface SavedUploads {
  added: number
  known: number
  /** Upload batches of these photos. */
  batchIds: string[]
  /** Number of confirmed files that are still to be sent or to be added to their album, or that failed. */
  rest: number
}

/**
 * 'Upload' (PL-043): deletes deselected photos, adds those in the library to their albums (PL-044), and confirms the
 * files that are still to be sent, or failed, with all others of their import; without such files it empties the queue.
 * A file that a phone begins to send meanwhile is removed. Reports and rejects if a photo could not be deleted; rejects
 * with AlbumFailure if one could not be added to its album.
 */
export async function confirmUploads(ctx: UploadContext): Promise<SavedUploads> {
  const { store } = ctx
  await fetchDeselected(ctx)
  await deleteDeselected(ctx)
  const queue = unconfirmedItems(ctx)
  const added = await addReadyToAlbums(ctx, queue)
  removeItems(
    ctx,
    unconfirmedItems(ctx).filter(item => item.state === 'arriving'),
  )
  // A known photo that was recognized meanwhile is not in its album yet.
  const rest = unconfirmedItems(ctx).filter(
    item =>
      !item.deselected &&
      (isUnsent(item) ||
        item.state === 'failed' ||
        (isAlbumPending({ ...item, confirmed: true }) && !added.has(item.id))),
  )
  const result = {
    ...savedPhotos(queue),
    batchIds: batchesOf(queue.filter(item => isReceived(item) && !item.deselected)),
    rest: rest.length,
  }
  removeItems(ctx, rest.length > 0 ? queue.filter(item => item.deselected) : unconfirmedItems(ctx))
  // Files that were added meanwhile are confirmed as well.
  const ids = unconfirmedItems(ctx).map(({ id }) => id)
  store.dispatch({ type: 'in-album', ids: [...added] })
  store.dispatch({ type: 'resumed', ids })
  store.dispatch({ type: 'confirmed', ids })
  return result
}

/** Receipts of deselected photos whose bytes have just been sent: their ids are needed to delete them. */
async function fetchDeselected(ctx: UploadContext) {
  const items = unconfirmedItems(ctx).filter(
    item => item.deselected && !item.photoId && item.state === 'processing',
  )
  const uploadIds = items.flatMap(item => uploadIdOf(item) ?? [])
  for (const some of splitIntoChunks(uploadIds, RECEIPTS_PER_CALL))
    ctx.store.dispatch({ type: 'receipts', receipts: await ctx.environment.fetchReceipts(some) })
}

/** Deletes the deselected photos; those that are deleted although others failed are removed from the queue. */
async function deleteDeselected(ctx: UploadContext) {
  const unwanted = deselectedPhotos(unconfirmedItems(ctx))
  if (unwanted.length === 0) return
  try {
    await ctx.environment.deletePhotos(unwanted)
  } catch (error) {
    const failed = new Set(error instanceof BulkFailure ? error.failed : unwanted)
    const deleted = new Set(unwanted.filter(id => !failed.has(id)))
    removeItems(
      ctx,
      unconfirmedItems(ctx).filter(({ photoId }) => photoId && deleted.has(photoId)),
    )
    ctx.environment.report(error)
    throw error
  }
}

/** Adds the selected photos that are in the library to their albums; returns the ids of their items. */
async function addReadyToAlbums({ environment }: UploadContext, queue: Queue): Promise<Set<string>> {
  const ready = queue.filter(item => isReady(item) && !item.deselected)
  try {
    for (const [album, ids] of photosByAlbum(ready)) await environment.addToAlbum(album, ids)
  } catch (error) {
    environment.report(error)
    throw new AlbumFailure('Photos could not be added to their album', { cause: error })
  }
  return new Set(ready.map(({ id }) => id))
}

/** All photos are in the library, but some could not be added to their album. */
export class AlbumFailure extends Error {
  override name = 'AlbumFailure'
}

const RECEIPTS_PER_CALL = 500
