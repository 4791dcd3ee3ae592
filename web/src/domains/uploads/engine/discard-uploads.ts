import { chunked } from '#web/platform/http/chunks.ts'
import { type UploadItem, uploadIdOf } from '../queue/upload-item.ts'
import type { UploadEnvironment } from './upload-environment.ts'

/**
 * Terminates unfinished uploads at the service and moves photos that finished uploads added to the bin. Photos that were
 * in the library before stay there. Rejects with BulkFailure if a photo could not be moved.
 */
export async function discardUploads(
  items: readonly UploadItem[],
  environment: UploadEnvironment,
): Promise<void> {
  const photoIds = items.flatMap(({ state, photoId }) => (state === 'added' && photoId ? [photoId] : []))
  const open = items.filter(item => item.uploadUrl && !COMPLETED.has(item.state))
  await terminateUploads(open, environment)
  for (const batch of chunked(open, RECEIPTS_PER_CALL)) {
    for (const receipt of await environment.fetchReceipts(batch.map(item => uploadIdOf(item)!))) {
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
  const unfinished = items.filter(
    item => item.uploadUrl && item.state !== 'processing' && !COMPLETED.has(item.state),
  )
  for (const batch of chunked(unfinished, CONCURRENCY))
    await Promise.allSettled(batch.map(item => environment.terminate(item.uploadUrl!)))
}

const CONCURRENCY = 6
const RECEIPTS_PER_CALL = 500
const COMPLETED: ReadonlySet<string> = new Set(['added', 'already-there', 'restored', 'refused'])
