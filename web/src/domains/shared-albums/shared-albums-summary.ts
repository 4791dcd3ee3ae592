import { queryOptions } from '@tanstack/react-query'
import { getSharedAlbumsSummary } from '#contract/shared-albums-summary.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { call } from '#web/platform/http/call.ts'

/** Loads the numbers of albums the customer shares with others, and of albums shared with the customer (PL-173). */
export function sharedAlbumsSummaryQuery() {
  return queryOptions({
    queryKey: photoKeys.sharedAlbums,
    queryFn: ({ signal }) => call(getSharedAlbumsSummary, {}, { signal }),
  })
}
