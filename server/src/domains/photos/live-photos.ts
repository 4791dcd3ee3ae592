import type { Context } from '../../context.ts'
import { gathered } from './gathered.ts'
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

interface Asked {
  accountId: string
  photoId: string
  inBin: boolean
}
const keyOf = ({ accountId, photoId, inBin }: Asked) => `${accountId}/${photoId}/${inBin}`

/** Finds photos of libraries and bins for pictures. */
export function livePhotos(ctx: Pick<Context, 'db'>) {
  const look = gathered<Asked, LivePhoto>(keyOf, async asked => {
    const rows = await ctx.db
      .selectFrom('photos')
      .select(COLUMNS)
      .where('account_id', 'in', [...new Set(asked.map(each => each.accountId))])
      .where('photo_id', 'in', [...new Set(asked.map(each => each.photoId))])
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
    look({ accountId, photoId, inBin: scope === 'bin' })
}
