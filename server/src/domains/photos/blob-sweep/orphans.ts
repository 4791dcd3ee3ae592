import type { Reader } from '#server/context.ts'
import { parseBlobKey } from '../blob-keys.ts'
import { listExistingPhotos } from '../store/blob-store.ts'
import type { OrphanBlob } from '../store/orphan-blobs.ts'

/** Filters keys of photos to those without a photo. */
export async function filterOrphans(db: Reader, keys: readonly string[]): Promise<OrphanBlob[]> {
  if (keys.length === 0) return []
  const photos = new Map(keys.map(key => [toPhotoKey(key), parseBlobKey(key)!]))
  const rows = await listExistingPhotos(db, [...photos.values()])
  const existingKeys = new Set(rows.map(row => `${row.account_id}/${row.photo_id}`))
  return keys
    .filter(key => !existingKeys.has(toPhotoKey(key)))
    .map(key => ({ account_id: parseBlobKey(key)!.accountId, blob_key: key }))
}

function toPhotoKey(key: string): string {
  const { accountId, photoId } = parseBlobKey(key)!
  return `${accountId}/${photoId}`
}
