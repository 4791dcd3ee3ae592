import type { QueryClient } from '@tanstack/react-query'
import { activationQuery } from '#web/domains/activation/index.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import {
  createLibraryList,
  libraryTotalsQuery,
  timelineQuery,
  toMonthKey,
  toTimeline,
} from '#web/domains/photos/index.ts'
import { sharedAlbumsSummaryQuery } from '#web/domains/shared-albums/index.ts'
import { photoListKeys } from '#web/gallery/index.ts'
import type { FirstScreenInOrder } from './first-screen.ts'

/** Fills the query cache with the timeline's first screen, as if its queries had requested it. */
export function setFirstScreen(queries: QueryClient, { sort, data }: FirstScreenInOrder): void {
  queries.setQueryData(customerQuery.queryKey, data.customer)
  queries.setQueryData(activationQuery.queryKey, data.activation)
  queries.setQueryData(libraryTotalsQuery().queryKey, data.totals)
  queries.setQueryData(sharedAlbumsSummaryQuery().queryKey, data.sharedAlbums)
  queries.setQueryData(timelineQuery(sort.key).queryKey, toTimeline(data.timeline))
  for (const { page, ...month } of data.months)
    queries.setQueryData(photoListKeys.page(createLibraryList(sort), toMonthKey(month), 'first'), page)
}
