import type { Context } from '../../../context.ts'
import { listStoredPhotos, type StoredPhoto } from '../store/photos.ts'
import { createBatchLoader } from './batch-loader.ts'
import type { MediaScope } from './media-address.ts'

interface PhotoKey {
  accountId: string
  photoId: string
  inBin: boolean
}
const keyOf = ({ accountId, photoId, inBin }: PhotoKey) => `${accountId}/${photoId}/${inBin}`

/** Loads photos of libraries and bins for media requests. */
export function createStoredPhotoLoader(ctx: Pick<Context, 'db'>) {
  const loadPhoto = createBatchLoader<PhotoKey, StoredPhoto>(keyOf, async keys => {
    const accountIds = [...new Set(keys.map(each => each.accountId))]
    const photoIds = [...new Set(keys.map(each => each.photoId))]
    const rows = await listStoredPhotos(ctx.db, accountIds, photoIds)
    return new Map(
      rows.map(row => [
        keyOf({ accountId: row.account_id, photoId: row.photo_id, inBin: row.deleted_at !== null }),
        row,
      ]),
    )
  })
  return (accountId: string, photoId: string, scope: MediaScope): Promise<StoredPhoto | null> =>
    loadPhoto({ accountId, photoId, inBin: scope === 'bin' })
}
