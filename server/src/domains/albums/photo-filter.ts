import type { PhotoFilter } from '#contract/filter-query.ts'
import type { Reader } from '../../context.ts'
import { findProductLists } from '../photo-filters/index.ts'
import { type CompiledFilter, compileFilter, findYearSpan } from '../photos/index.ts'
import { selectOwnPhotoIds } from './store/photo-pages.ts'

/** Compiles a filter of the account's photos. Albums and products that are not the account's contain nothing. */
export async function compilePhotoFilter(
  db: Reader,
  accountId: string,
  filter: PhotoFilter,
  now: Date,
): Promise<CompiledFilter> {
  const { within, without } = await findProductLists(db, accountId, filter, now)
  const albums = filter.album ? [selectOwnPhotoIds(accountId, filter.album)] : []
  const span = filter.days ? await findYearSpan(db, accountId) : { first: 2000, last: 2000 }
  return compileFilter(filter, { within: [...albums, ...within], ...(without && { without }) }, span)
}
