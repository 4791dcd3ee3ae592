import { chunked } from '#web/platform/http/chunks.ts'
import { type UploadItem, uploadIdOf } from '../queue/item.ts'
import type { UploadWorld } from './world.ts'

/**
 * Takes uploads back: forgets unfinished ones at the service and moves what already became a new photo to the bin.
 * Photos that were in the library before stay. Rejects with BulkFailure if photos are left.
 */
export async function withdraw(items: readonly UploadItem[], world: UploadWorld): Promise<void> {
  const photoIds = items.flatMap(({ state, photoId }) => (state === 'added' && photoId ? [photoId] : []))
  const open = items.filter(item => item.uploadUrl && !SETTLED.has(item.state))
  const unfinished = open.filter(({ state }) => state !== 'processing')
  // What cannot be forgotten now expires by itself.
  for (const some of chunked(unfinished, AT_ONCE))
    await Promise.allSettled(some.map(item => world.terminate(item.uploadUrl!)))
  for (const some of chunked(open, RECEIPTS_PER_CALL)) {
    for (const receipt of await world.receipts(some.map(item => uploadIdOf(item)!))) {
      const isNew = receipt.state === 'added' || receipt.state === 'processing'
      if (isNew && receipt.photoId) photoIds.push(receipt.photoId)
    }
  }
  if (photoIds.length > 0) await world.remove([...new Set(photoIds)])
}

const AT_ONCE = 6
const RECEIPTS_PER_CALL = 500
const SETTLED: ReadonlySet<string> = new Set(['added', 'already-there', 'restored', 'refused'])
