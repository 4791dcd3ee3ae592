import { splitIntoChunks } from '#web/platform/http/chunks.ts'
import { getUploadId, type UploadItem } from '../queue/upload-item.ts'
import { listUnconfirmedItems, removeItems, type UploadContext } from './upload-context.ts'
import type { UploadEnvironment } from './upload-environment.ts'

/**
 * Closing without 'Upload': deletes what was uploaded and not confirmed, also before a reload. Reports and
 * rejects if that failed.
 */
export async function discardUnconfirmed(ctx: UploadContext): Promise<void> {
  const { store, environment } = ctx
  const queue = listUnconfirmedItems(ctx)
  const ids = queue.filter(item => item.state !== 'paused').map(({ id }) => id)
  store.dispatch({ type: 'paused', ids })
  try {
    await discardUploads(queue, environment)
  } catch (error) {
    store.dispatch({ type: 'resumed', ids })
    environment.report(error)
    throw error
  }
  removeItems(ctx, listUnconfirmedItems(ctx))
}

/** Removes items from the queue, and their uploads from the service. */
export function discardItems(ctx: UploadContext, items: readonly UploadItem[]): void {
  removeItems(ctx, items)
  discardUploads(items, ctx.environment).catch(ctx.environment.report)
}

/**
 * Terminates unfinished uploads at the service and moves photos that finished uploads added to the bin. Photos that were
 * in the library before stay there. Rejects with BulkFailure if a photo could not be moved.
 */
async function discardUploads(items: readonly UploadItem[], environment: UploadEnvironment): Promise<void> {
  const photoIds = items.flatMap(({ state, photoId }) => (state === 'added' && photoId ? [photoId] : []))
  const unfinishedItems = items.filter(item => item.uploadUrl && !COMPLETED_STATES.has(item.state))
  await terminateUploads(unfinishedItems, environment)
  for (const batch of splitIntoChunks(unfinishedItems, RECEIPTS_PER_CALL)) {
    for (const receipt of await environment.fetchReceipts(batch.map(item => getUploadId(item)!))) {
      const isNew = receipt.state === 'added' || receipt.state === 'processing'
      if (isNew && receipt.photoId) photoIds.push(receipt.photoId)
    }
  }
  if (photoIds.length > 0) await environment.deletePhotos([...new Set(photoIds)])
}

/** Terminates unfinished uploads at the service. One that could not be terminated expires. */
export async function terminateUploads(
  items: readonly UploadItem[],
  environment: UploadEnvironment,
): Promise<void> {
  const terminableItems = items.filter(
    item => item.uploadUrl && item.state !== 'processing' && !COMPLETED_STATES.has(item.state),
  )
  for (const batch of splitIntoChunks(terminableItems, CONCURRENCY))
    await Promise.allSettled(batch.map(item => environment.terminate(item.uploadUrl!)))
}

const CONCURRENCY = 6
const RECEIPTS_PER_CALL = 500
const COMPLETED_STATES: ReadonlySet<string> = new Set(['added', 'already-there', 'restored', 'refused'])
