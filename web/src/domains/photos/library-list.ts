import { getMonthPage } from '#contract/photos.ts'
import type { PhotoList, Sort } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { lazyModule } from '#web/platform/lazy/lazy-module.ts'
import { toMonth } from './month-keys.ts'
import { timelineQuery } from './queries.ts'

const loadLookups = lazyModule(() => import('./library-lookups.ts'))

/** Returns the whole library, grouped by the month of the sort key. */
export function createLibraryList(sort: Sort): PhotoList {
  const query = { sortKey: sort.key, sortOrder: sort.order, groupBy: sort.key }
  return {
    name: `${sort.key} ${sort.order}`,
    sort,
    fetchPage: (key, limit, cursor, signal) => {
      const month = toMonth(key)
      const page = { ...query, undated: month.undated, limit, ...(cursor === null ? {} : { cursor }) }
      return call(getMonthPage, { params: month, query: page }, { signal })
    },
    fetchCursors: async (key, signal) => (await loadLookups()).fetchCursors(toMonth(key), query, signal),
    locate: async (queries, imageId) => (await loadLookups()).locatePhoto(queries, imageId, sort),
    fetchPhoto: async (id, signal) => (await loadLookups()).fetchPhoto(id, signal),
    rule: months => ({
      groupBy: sort.key,
      months: months.map(({ key, except }) => ({ ...toMonth(key), except })),
    }),
    counts: timelineQuery(sort.key).queryKey,
  }
}

/** Whether a list name is the library's, in any order. */
export function isLibraryList(name: string): boolean {
  return /^(created|dateTaken) (asc|desc)$/.test(name)
}
