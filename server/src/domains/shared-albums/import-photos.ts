import type { Tx } from '../../context.ts'
import { lockPhotosByHash, lockStoredPhotosForShare } from '../photos/index.ts'
import type { FilePhoto } from './import-file.ts'

type Asked = Pick<FilePhoto, 'photoId' | 'sha256'> & { ownerId: string }

/** Hashes of one statement. */
const AT_ONCE = 1000

/**
 * Finds photos by id or hash in the libraries and bins of their owners, and holds them until the transaction ends, one
 * library after another in one order for everybody. Answers how to look one up: its id, or undefined.
 */
export async function findPhotos(
  tx: Tx,
  photos: readonly Asked[],
): Promise<(ownerId: string, photo: Pick<Asked, 'photoId' | 'sha256'>) => string | undefined> {
  const ids = new Map<string, ReadonlySet<string>>()
  const hashes = new Map<string, ReadonlyMap<string, string>>()
  const owners = Map.groupBy(photos, photo => photo.ownerId)
  for (const ownerId of [...owners.keys()].sort()) {
    const asked = owners.get(ownerId)!
    const byHash = await idsByHash(tx, ownerId, [...new Set(asked.flatMap(({ sha256 }) => sha256 ?? []))])
    const byId = await lockStoredPhotosForShare(
      tx,
      ownerId,
      asked.flatMap(({ photoId }) => photoId ?? []),
    )
    ids.set(ownerId, new Set(byId))
    hashes.set(ownerId, byHash)
  }
  return (ownerId, { photoId, sha256 }) => {
    if (sha256) return hashes.get(ownerId)?.get(sha256)
    return photoId && ids.get(ownerId)?.has(photoId) ? photoId : undefined
  }
}

async function idsByHash(tx: Tx, ownerId: string, hashes: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let start = 0; start < hashes.length; start += AT_ONCE)
    for (const photo of await lockPhotosByHash(tx, ownerId, hashes.slice(start, start + AT_ONCE)))
      found.set(photo.sha256, photo.photo_id)
  return found
}
