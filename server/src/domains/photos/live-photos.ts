import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import type { MediaScope } from './media-address.ts'
import type { PhotoRow } from './store.ts'

/** A deleted photo must be gone within a second (P17): an answer about a photo is believed for less than that. */
const BELIEVED_MS = 800
const KEPT = 20_000
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

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

/**
 * Finds photos for pictures: a grid asks for dozens at once, so look-ups of the same moment become one query, and an
 * answer is kept for under a second.
 */
export function livePhotos(ctx: Pick<Context, 'db'>) {
  const kept = new LRUCache<string, { row: LivePhoto | null }>({ max: KEPT, ttl: BELIEVED_MS })
  let waiting = new Map<
    string,
    { accountId: string; photoId: string; done: PromiseWithResolvers<LivePhoto | null> }
  >()

  const flush = async () => {
    const batch = [...waiting.values()]
    waiting = new Map()
    try {
      const rows = await ctx.db
        .selectFrom('photos')
        .select(COLUMNS)
        .where('account_id', 'in', [...new Set(batch.map(each => each.accountId))])
        .where('photo_id', 'in', [...new Set(batch.map(each => each.photoId))])
        .execute()
      const found = new Map(rows.map(row => [`${row.account_id}/${row.photo_id}`, row]))
      for (const { accountId, photoId, done } of batch) {
        const row = found.get(`${accountId}/${photoId}`) ?? null
        kept.set(`${accountId}/${photoId}`, { row })
        done.resolve(row)
      }
    } catch (error) {
      for (const { done } of batch) done.reject(error)
    }
  }

  const look = (accountId: string, photoId: string) => {
    const key = `${accountId}/${photoId}`
    const known = kept.get(key)
    if (known) return known.row
    const running = waiting.get(key)
    if (running) return running.done.promise
    if (waiting.size === 0) setImmediate(flush)
    const done = Promise.withResolvers<LivePhoto | null>()
    waiting.set(key, { accountId, photoId, done })
    return done.promise
  }

  return async (accountId: string, photoId: string, scope: MediaScope): Promise<LivePhoto | null> => {
    if (!ID.test(photoId)) return null
    const row = await look(accountId, photoId)
    if (!row || row.erased_at) return null
    return (row.deleted_at !== null) === (scope === 'bin') ? row : null
  }
}
