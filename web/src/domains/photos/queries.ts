import { queryOptions } from '@tanstack/react-query'
import { getTimeline, getUser, type SortKey, type TimelineList } from '#contract/photos.ts'
import { photoListKeys } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { toTimeline } from './month-keys.ts'

/** How often the totals are polled during a library move. */
const MOVE_POLL_MS = 2000

/** Query keys of the customer's library, from broad to narrow. */
export const photoKeys = {
  all: photoListKeys.all,
  totals: ['photos', 'user'] as const,
  timelines: ['photos', 'timeline'] as const,
  /** Lists of albums and single albums. */
  albums: ['photos', 'albums'] as const,
  sharedAlbums: ['photos', 'albums', 'shared-summary'] as const,
  pages: photoListKeys.pages,
  photo: photoListKeys.photo,
}

/** Totals of the library. */
export const libraryTotalsQuery = () =>
  callQuery(photoKeys.totals, getUser, {
    // Fallback for the push messages about the progress of a library move.
    refetchInterval: query => (query.state.data?.move ? MOVE_POLL_MS : false),
  })

/** Loads the number of photos per month of the sort key. */
export const timelineQuery = (groupBy: SortKey) =>
  queryOptions({
    queryKey: [...photoKeys.timelines, groupBy] as const,
    queryFn: async ({ signal }) => {
      const answer = await call(getTimeline, { query: { groupBy, form: 'list' } }, { signal })
      return toTimeline(answer as TimelineList)
    },
  })
