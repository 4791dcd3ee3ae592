import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../../context.ts'
import { loadSeparatelyIfNodeLost } from '../../../platform/db/load-separately.ts'
import { listActiveLibraryVersions } from '../store/library-versions.ts'
import { listStoredPhotos, type StoredPhoto } from '../store/photos.ts'
import { createBatchLoader, hasVariants, type RowOrPromise } from './batch-loader.ts'
import type { MediaScope } from './media-address.ts'

interface PhotoKey {
  accountId: string
  photoId: string
  inBin: boolean
}
const toCacheKey = ({ accountId, photoId, inBin }: PhotoKey) => `${accountId}/${photoId}/${inBin}`

const MAX_ROWS = 20_000

/**
 * Loads photos of libraries and bins for media requests. A photo is cached while the version of its library is the
 * same (0084); the version is read again after less than a second (P17).
 */
export function createStoredPhotoLoader(ctx: Pick<Context, 'db'>) {
  const loadVersion = createBatchLoader<string, { version: string }>(
    accountId => accountId,
    accountIds => listActiveLibraryVersions(ctx.db, accountIds),
  )
  const loader = new DataLoader<PhotoKey, StoredPhoto | undefined>(
    keys =>
      loadSeparatelyIfNodeLost(
        keys,
        key => key.accountId,
        batchKeys => loadPhotos(ctx, batchKeys),
      ),
    { cache: false, batchScheduleFn: dispatch => setImmediate(dispatch) },
  )
  // Keyed by the id alone, which each request has parsed already; `isRequestedPhoto` compares the account.
  const photos = new LRUCache<string, { photo: StoredPhoto; version: string }>({ max: MAX_ROWS })
  const load = async (key: PhotoKey, version: string) => {
    const photo = await loader.load(key)
    // Missing photos are not cached, so that a restored photo is shown immediately.
    if (!photo) return null
    if (hasVariants(photo)) photos.set(key.photoId, { photo, version })
    return photo
  }
  const find = (key: PhotoKey, library: { version: string } | null): RowOrPromise<StoredPhoto> => {
    if (!library) return null
    const cachedPhoto = photos.get(key.photoId)
    return cachedPhoto?.version === library.version && isRequestedPhoto(key, cachedPhoto.photo)
      ? cachedPhoto.photo
      : load(key, library.version)
  }
  return (accountId: string, photoId: string, scope: MediaScope): RowOrPromise<StoredPhoto> => {
    const key: PhotoKey = { accountId, photoId, inBin: scope === 'bin' }
    // The version is read before the photo: a photo may be newer than its version, never older.
    const library = loadVersion(accountId)
    return library instanceof Promise ? library.then(each => find(key, each)) : find(key, library)
  }
}

const isRequestedPhoto = ({ accountId, inBin }: PhotoKey, photo: StoredPhoto): boolean =>
  photo.account_id === accountId && (photo.deleted_at !== null) === inBin

async function loadPhotos(ctx: Pick<Context, 'db'>, keys: readonly PhotoKey[]) {
  const accountIds = [...new Set(keys.map(each => each.accountId))]
  const photoIds = [...new Set(keys.map(each => each.photoId))]
  const rows = await listStoredPhotos(ctx.db, accountIds, photoIds)
  const photos = new Map(
    rows.map(row => [
      toCacheKey({ accountId: row.account_id, photoId: row.photo_id, inBin: row.deleted_at !== null }),
      row,
    ]),
  )
  return keys.map(key => photos.get(toCacheKey(key)))
}
