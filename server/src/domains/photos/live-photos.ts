import type { Context } from '../../context.ts'
import { createBatchLoader } from './batch-loader.ts'
import type { MediaScope } from './media-address.ts'
import type { PhotoRow } from './store.ts'

const COLUMNS = [
  'account_id',
  'photo_id',
  'sha256',
  'size',
  'content_type',
  'file_name',
  'variants',
  'deleted_at',
] as const

export type LivePhoto = Pick<PhotoRow, (typeof COLUMNS)[number]>

interface PhotoKey {
  accountId: string
  photoId: string
  inBin: boolean
}
const keyOf = ({ accountId, photoId, inBin }: PhotoKey) => `${accountId}/${photoId}/${inBin}`

/** Finds photos of libraries and bins for pictures. */
export function livePhotos(ctx: Pick<Context, 'db'>) {
  const loadPhoto = createBatchLoader<PhotoKey, LivePhoto>(keyOf, async keys => {
    const rows = await ctx.db
      .selectFrom('photos')
      .select(COLUMNS)
      .where('account_id', 'in', [...new Set(keys.map(each => each.accountId))])
      .where('photo_id', 'in', [...new Set(keys.map(each => each.photoId))])
      .where('erased_at', 'is', null)
      .execute()
    return new Map(
      rows.map(row => [
        keyOf({ accountId: row.account_id, photoId: row.photo_id, inBin: row.deleted_at !== null }),
        row,
      ]),
    )
  })
  return (accountId: string, photoId: string, scope: MediaScope): Promise<LivePhoto | null> =>
    loadPhoto({ accountId, photoId, inBin: scope === 'bin' })
}
