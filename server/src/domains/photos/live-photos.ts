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
  'erased_at',
] as const

export type LivePhoto = Pick<PhotoRow, (typeof COLUMNS)[number]>

type Asked = { accountId: string; photoId: string }
const keyOf = ({ accountId, photoId }: Asked) => `${accountId}/${photoId}`

/** Finds photos of libraries and bins for pictures. */
export function livePhotos(ctx: Pick<Context, 'db'>) {
  const look = gathered<Asked, LivePhoto>(keyOf, async asked => {
    const rows = await ctx.db
      .selectFrom('photos')
      .select(COLUMNS)
      .where('account_id', 'in', [...new Set(asked.map(each => each.accountId))])
      .where('photo_id', 'in', [...new Set(asked.map(each => each.photoId))])
      .execute()
    return new Map(rows.map(row => [keyOf({ accountId: row.account_id, photoId: row.photo_id }), row]))
  })
  return async (accountId: string, photoId: string, scope: MediaScope): Promise<LivePhoto | null> => {
    const row = await look({ accountId, photoId })
    if (!row || row.erased_at) return null
    return (row.deleted_at !== null) === (scope === 'bin') ? row : null
  }
}
