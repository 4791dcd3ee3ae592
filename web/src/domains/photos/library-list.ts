import { getMonthIndex, getMonthPage, getPhoto } from '#contract/photos.ts'
import type { PhotoList, Sort } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { photoQuery, timelineQuery } from './queries.ts'

/** The whole library, grouped by the month of the sort key (OP-08). */
export function libraryList(sort: Sort): PhotoList {
  const query = { sortKey: sort.key, sortOrder: sort.order, groupBy: sort.key }
  return {
    name: `${sort.key} ${sort.order}`,
    sort,
    fetchPage: (month, limit, cursor, signal) =>
      call(
        getMonthPage,
        { params: monthParams(month), query: { ...query, limit, ...(cursor === null ? {} : { cursor }) } },
        { signal },
      ),
    fetchCursors: async (month, signal) =>
      (await call(getMonthIndex, { params: monthParams(month), query }, { signal })).cursors,
    locate: async (queries, imageId) => {
      const { year, month, position } = await queries.fetchQuery(photoQuery(imageId, sort))
      return { month: `${year}/${month}`, index: position }
    },
    fetchPhoto: async (id, signal) => (await call(getPhoto, { params: { id }, query: {} }, { signal })).image,
    rule: months => ({
      groupBy: sort.key,
      months: months.map(({ key, except }) => ({ ...monthParams(key), except })),
    }),
    counts: timelineQuery(sort.key).queryKey,
  }
}

/** Whether a list name is the library's, in any order. */
export function isLibraryList(name: string): boolean {
  return /^(created|dateTaken) (asc|desc)$/.test(name)
}

function monthParams(key: string) {
  const [year, month] = key.split('/')
  return { year: Number(year), month: Number(month) }
}
