import type { Context } from '../../../context.ts'
import { listStoredPictures, type StoredPicture } from '../store/photos.ts'
import { batchLoader } from './batch-loader.ts'
import type { MediaScope } from './media-address.ts'

interface Asked {
  accountId: string
  photoId: string
  inBin: boolean
}
const keyOf = ({ accountId, photoId, inBin }: Asked) => `${accountId}/${photoId}/${inBin}`

/** Finds photos of libraries and bins for pictures. */
export function livePhotos(ctx: Pick<Context, 'db'>) {
  const look = batchLoader<Asked, StoredPicture>(keyOf, async asked => {
    const accountIds = [...new Set(asked.map(each => each.accountId))]
    const photoIds = [...new Set(asked.map(each => each.photoId))]
    const rows = await listStoredPictures(ctx.db, accountIds, photoIds)
    return new Map(
      rows.map(row => [
        keyOf({ accountId: row.account_id, photoId: row.photo_id, inBin: row.deleted_at !== null }),
        row,
      ]),
    )
  })
  return (accountId: string, photoId: string, scope: MediaScope): Promise<StoredPicture | null> =>
    look({ accountId, photoId, inBin: scope === 'bin' })
}
