import { BulkFailure } from '#web/platform/http/bulk-failure.ts'
import { splitIntoChunks } from '#web/platform/http/chunks.ts'
import { countSavedPhotos, groupPhotosByAlbum, listBatchIds, listDeselectedPhotos } from '../queue/counts.ts'
import type { Queue } from '../queue/queue.ts'
import { getUploadId, isAlbumPending, isReady, isReceived, isUnsent } from '../queue/upload-item.ts'
import { createFolderAlbums } from './folder-albums.ts'
import { listUnconfirmedItems, removeItems, type UploadContext } from './upload-context.ts'

export interface SavedUploads {
  added: number
  known: number
  /** Upload batches of these photos. */
  batchIds: string[]
  /** Number of confirmed files that are still to be sent or to be added to their album, or that failed. */
  unfinishedCount: number
}

/**
 * Completes 'Upload': deletes deselected photos, creates the albums of chosen folders, adds those in the library to their albums, confirms the
 * upload sessions of phones, and confirms the files that are still to be sent, or failed, with all others of their import;
 * without such files it empties the queue. A file that a phone begins to send during the call is removed. Reports and
 * rejects if a photo could not be deleted; rejects with AlbumFailure if one could not be added to its album.
 */
export async function confirmUploads(ctx: UploadContext): Promise<SavedUploads> {
  const { store, environment } = ctx
  await fetchDeselectedReceipts(ctx)
  await deleteDeselected(ctx)
  await createFolderAlbums(ctx).catch(error => {
    environment.report(error)
    throw new AlbumFailure('An album could not be created', { cause: error })
  })
  const queue = listUnconfirmedItems(ctx)
  const addedIds = await addReadyToAlbums(ctx, queue)
  await confirmSessions(ctx, queue)
  removeItems(
    ctx,
    listUnconfirmedItems(ctx).filter(item => item.state === 'arriving'),
  )
  // A duplicate that was found during the call is not in its album yet.
  const unfinishedItems = listUnconfirmedItems(ctx).filter(
    item =>
      !item.deselected &&
      (isUnsent(item) ||
        item.state === 'failed' ||
        (isAlbumPending({ ...item, confirmed: true }) && !addedIds.has(item.id))),
  )
  const result = {
    ...countSavedPhotos(queue),
    batchIds: listBatchIds(queue.filter(item => isReceived(item) && !item.deselected)),
    unfinishedCount: unfinishedItems.length,
  }
  removeItems(
    ctx,
    unfinishedItems.length > 0 ? queue.filter(item => item.deselected) : listUnconfirmedItems(ctx),
  )
  // Files that were added during the call are confirmed as well.
  const ids = listUnconfirmedItems(ctx).map(({ id }) => id)
  store.dispatch({ type: 'in-album', ids: [...addedIds] })
  store.dispatch({ type: 'resumed', ids })
  store.dispatch({ type: 'confirmed', ids })
  return result
}

/** Fetches the receipts of deselected photos whose bytes have just been sent: their ids are needed to delete them. */
async function fetchDeselectedReceipts(ctx: UploadContext) {
  const items = listUnconfirmedItems(ctx).filter(
    item => item.deselected && !item.photoId && item.state === 'processing',
  )
  const uploadIds = items.flatMap(item => getUploadId(item) ?? [])
  for (const chunk of splitIntoChunks(uploadIds, RECEIPTS_PER_CALL))
    ctx.store.dispatch({ type: 'receipts', receipts: await ctx.environment.fetchReceipts(chunk) })
}

/** Deletes the deselected photos; deleted photos are removed from the queue. */
async function deleteDeselected(ctx: UploadContext) {
  const unwantedIds = listDeselectedPhotos(listUnconfirmedItems(ctx))
  if (unwantedIds.length === 0) return
  try {
    await ctx.environment.deletePhotos(unwantedIds)
  } catch (error) {
    const failedIds = new Set(error instanceof BulkFailure ? error.failed : unwantedIds)
    const deletedIds = new Set(unwantedIds.filter(id => !failedIds.has(id)))
    removeItems(
      ctx,
      listUnconfirmedItems(ctx).filter(({ photoId }) => photoId && deletedIds.has(photoId)),
    )
    ctx.environment.report(error)
    throw error
  }
}

/** Confirms the upload sessions of photos that are kept. Without an answer their phones go on saying 'arrived'. */
async function confirmSessions({ environment }: UploadContext, queue: Queue) {
  const keptItems = queue.filter(item => item.phone && isReceived(item) && !item.deselected)
  for (const sessionId of listBatchIds(keptItems))
    await environment.confirmSession(sessionId).catch(environment.report)
}

/** Adds the selected photos that are in the library to their albums; returns the ids of their items. */
async function addReadyToAlbums({ environment }: UploadContext, queue: Queue): Promise<Set<string>> {
  const readyItems = queue.filter(item => isReady(item) && !item.deselected)
  try {
    for (const [album, ids] of groupPhotosByAlbum(readyItems)) await environment.addToAlbum(album, ids)
  } catch (error) {
    environment.report(error)
    throw new AlbumFailure('Photos could not be added to their album', { cause: error })
  }
  return new Set(readyItems.map(({ id }) => id))
}

/** All photos are in the library, but some could not be added to their album. */
export class AlbumFailure extends Error {
  override name = 'AlbumFailure'
}

const RECEIPTS_PER_CALL = 500
