import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { formatFilter, type PhotoFilter, pickFilter } from '#contract/filter-query.ts'
import type { getSearchMonthIndex, getSearchMonthPage, searchPhotos } from '#contract/photo-search.ts'
import { INDEX_STEP } from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import { createContentKey } from '../../http/answer-cache.ts'
import type { CursorScope } from '../../http/cursor.ts'
import type { EncodedAnswer } from '../../http/encoded-answer.ts'
import type { Call } from '../../http/route.ts'
import { compilePhotoFilter, compilePhotoFilters } from '../albums/index.ts'
import {
  answerFromLibrary,
  countFound,
  createImagePresenter,
  listFoundIndex,
  listFoundPhotos,
  listFoundPhotosOfMonth,
  presentIndex,
  presentPage,
  readCursor,
  toMonthNumber,
  writeCursor,
} from '../photos/index.ts'

/** Returns one page of the photos that a filter finds. */
export function getFoundPage(call: Call<typeof searchPhotos>) {
  const { ctx, caller, query, origin } = call
  const scope = createScope('found', call.caller.accountId, query, [query.sortKey, query.sortOrder])
  const cursor = readCursor(scope, query.cursor)
  return answerFromFilter(call, async () => {
    const filter = await compileFilterOfCall(call)
    const page = await listFoundPhotos(ctx.db, caller.accountId, filter, query, cursor, query.limit)
    return presentPage(ctx, scope, page, createImagePresenter(ctx, caller.accountId, origin))
  })
}

/** Returns one page of the photos of a month that a filter finds. */
export function getFoundMonthPage(call: Call<typeof getSearchMonthPage>) {
  const { ctx, caller, query, origin } = call
  const month = toMonth(call)
  const scope = createMonthScope(call, month)
  const cursor = readCursor(scope, query.cursor)
  return answerFromFilter(call, async () => {
    const filter = await compileFilterOfCall(call)
    const page = await listFoundPhotosOfMonth(
      ctx.db,
      caller.accountId,
      filter,
      month,
      query,
      cursor,
      query.limit,
    )
    return presentPage(ctx, scope, page, createImagePresenter(ctx, caller.accountId, origin))
  })
}

/** Returns the cursors of a month's pages. */
export function getFoundMonthIndex(
  call: Call<typeof getSearchMonthIndex>,
): Promise<EncodedAnswer<Answer<typeof getSearchMonthIndex>>> {
  const { ctx, caller, query } = call
  const month = toMonth(call)
  const scope = createMonthScope(call, month)
  return answerFromFilter(call, async () => {
    const filter = await compileFilterOfCall(call)
    const { count, cursors } = await listFoundIndex(
      ctx.db,
      caller.accountId,
      filter,
      month,
      query,
      INDEX_STEP,
    )
    return presentIndex(cursors, count, end => writeCursor(scope, end))
  })
}

type FilterCall = Call<Endpoint> & { query: PhotoFilter }

/** Compiles the filter in the query of a call. */
export const compileFilterOfCall = ({ ctx, caller, query }: Pick<FilterCall, 'ctx' | 'caller' | 'query'>) =>
  compilePhotoFilter(ctx.db, caller!.accountId, pickFilter(query), ctx.clock.now())

/** Counts the photos of each filter. */
export const countEach = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  accountId: string,
  filters: readonly PhotoFilter[],
): Promise<number[]> =>
  countFound(db, accountId, await compilePhotoFilters(db, accountId, filters, clock.now()))

/**
 * Answers from the cache where the content depends on the library's version only: albums, products and places change without it.
 */
export function answerFromFilter<Content>(
  call: Pick<FilterCall, 'ctx' | 'caller' | 'query' | 'origin' | 'params' | 'request'>,
  make: () => Promise<Content>,
): Promise<EncodedAnswer<Content>> {
  const { album, product, project, printed, place, name } = call.query
  const part = createContentKey(call as Parameters<typeof createContentKey>[0])
  return answerFromLibrary(call.ctx, call.caller!.accountId, part, make, {
    isCached: !(album ?? product ?? project ?? printed ?? place ?? name),
  })
}

/** A cursor is valid for the filter in whose pages it was. */
const createScope = (
  name: string,
  accountId: string,
  query: object,
  order: readonly (string | number)[],
): CursorScope => [name, accountId, formatFilter(pickFilter(query as PhotoFilter)), ...order]

interface MonthCall {
  caller: { accountId: string }
  params: { year: number; month: number }
  query: PhotoFilter & Pick<Call<typeof getSearchMonthIndex>['query'], 'groupBy' | 'sortKey' | 'sortOrder'>
}

const createMonthScope = ({ caller, query }: MonthCall, { groupBy, month }: ReturnType<typeof toMonth>) =>
  createScope('found-month', caller.accountId, query, [groupBy, month, query.sortKey, query.sortOrder])

const toMonth = ({ params, query }: MonthCall) => ({
  groupBy: query.groupBy,
  month: toMonthNumber({ ...params, undated: query.undated === 'true' }, query.groupBy),
})
