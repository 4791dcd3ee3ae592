import { sql } from 'kysely'
import type { PhotoFilter } from '#contract/filter-query.ts'
import type { Reader } from '../../context.ts'
import { findProductLists } from '../photo-filters/index.ts'
import { type CompiledFilter, compileFilter, findYearSpan } from '../photos/index.ts'
import { arePlacesOn } from '../places/index.ts'
import { selectOwnPhotoIds } from './store/photo-pages.ts'

/**
 * Compiles a filter of the account's photos. Albums and products that are not the account's contain nothing,
 * and no place does while places are off (NX-215).
 */
export async function compilePhotoFilter(
  db: Reader,
  accountId: string,
  filter: PhotoFilter,
  now: Date,
): Promise<CompiledFilter> {
  const { within, without } = await findProductLists(db, accountId, filter, now)
  const albums = filter.album ? [selectOwnPhotoIds(accountId, filter.album)] : []
  const isPlaceOff = filter.place !== undefined && !(await arePlacesOn(db, accountId))
  const none = isPlaceOff ? [sql`select null::uuid as photo_id where false`] : []
  const span = filter.days ? await findYearSpan(db, accountId) : { first: 2000, last: 2000 }
  return compileFilter(filter, { within: [...none, ...albums, ...within], ...(without && { without }) }, span)
}
