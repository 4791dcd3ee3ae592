import type { Tx } from '../../context.ts'
import { lockPhotosByHash, lockStoredPhotosForShare } from '../photos/index.ts'
import type { FilePhoto } from './import-file.ts'

type PhotoReference = Pick<FilePhoto, 'photoId' | 'sha256'> & { ownerId: string }

/** Hashes per statement. */
const HASH_BATCH = 1000

/**
 * Finds photos by id or hash in the libraries and bins of their owners and locks them until the transaction ends. Libraries
 * are locked in a fixed order, so that two transactions never deadlock. Returns a function that maps an owner
 * and a photo to the photo's id, or to undefined if it was not found.
 */
export async function lockPhotosOfOwners(
  tx: Tx,
  photos: readonly PhotoReference[],
): Promise<(ownerId: string, photo: Pick<PhotoReference, 'photoId' | 'sha256'>) => string | undefined> {
  const ids = new Map<string, ReadonlySet<string>>()
  const hashes = new Map<string, ReadonlyMap<string, string>>()
  const photosByOwner = Map.groupBy(photos, photo => photo.ownerId)
  for (const ownerId of [...photosByOwner.keys()].sort()) {
    const references = photosByOwner.get(ownerId)!
    const idByHash = await lockIdsByHash(tx, ownerId, [
      ...new Set(references.flatMap(({ sha256 }) => sha256 ?? [])),
    ])
    const foundIds = await lockStoredPhotosForShare(
      tx,
      ownerId,
      references.flatMap(({ photoId }) => photoId ?? []),
    )
    ids.set(ownerId, new Set(foundIds))
    hashes.set(ownerId, idByHash)
  }
  return (ownerId, { photoId, sha256 }) => {
    if (sha256) return hashes.get(ownerId)?.get(sha256)
    return photoId && ids.get(ownerId)?.has(photoId) ? photoId : undefined
  }
}

async function lockIdsByHash(
  tx: Tx,
  ownerId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const idByHash = new Map<string, string>()
  for (let start = 0; start < hashes.length; start += HASH_BATCH)
    for (const photo of await lockPhotosByHash(tx, ownerId, hashes.slice(start, start + HASH_BATCH)))
      idByHash.set(photo.sha256, photo.photo_id)
  return idByHash
}
