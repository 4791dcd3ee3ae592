import type { QueryClient } from '@tanstack/react-query'
import { type FirstScreen, refreshWithFirstScreen } from '#contract/first-screen.ts'
import type { Session } from '#contract/session.ts'
import { activationQuery } from '#web/domains/activation/index.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import { libraryList, libraryTotalsQuery, timelineQuery } from '#web/domains/photos/index.ts'
import { sharedAlbumsSummaryQuery } from '#web/domains/shared-albums/index.ts'
import { photoListKeys, type Sort } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { readSort } from './pages/my-photos/sort-preference.ts'

/** Whether a visit that begins at the path shows the timeline first. */
export const beginsOnTimeline = (pathname: string): boolean => /^\/my-photos(\/photos)?\/?$/.test(pathname)

/**
 * Refreshes the session with the cookies, in one call with what the timeline shows first, which is in the query cache
 * then, as if its queries had requested it (RV-505). Null without a session.
 */
export async function refreshForTimeline(queries: QueryClient): Promise<Session | null> {
  const sort = readSort('photos')
  const answer = await call(refreshWithFirstScreen, {
    query: { sortKey: sort.key, sortOrder: sort.order },
  })
  if (!answer) return null
  const { firstScreen, ...session } = answer
  if (firstScreen) setQueries(queries, sort, firstScreen)
  return session
}

function setQueries(queries: QueryClient, sort: Sort, data: FirstScreen) {
  queries.setQueryData(customerQuery.queryKey, data.customer)
  queries.setQueryData(activationQuery.queryKey, data.activation)
  queries.setQueryData(libraryTotalsQuery().queryKey, data.totals)
  queries.setQueryData(sharedAlbumsSummaryQuery().queryKey, data.sharedAlbums)
  queries.setQueryData(timelineQuery(sort.key).queryKey, data.timeline)
  for (const { year, month, page } of data.months)
    queries.setQueryData(photoListKeys.page(libraryList(sort), `${year}/${month}`, 'first'), page)
}
