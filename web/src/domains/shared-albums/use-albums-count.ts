import { useQuery } from '@tanstack/react-query'
import { getSharedAlbumsSummary } from '#contract/shared-albums-summary.ts'
import { libraryTotalsQuery, photoKeys } from '#web/domains/photos/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

/**
 * Counts the albums that 'My albums' lists: own ones and, with the shared albums flag on, those shared by others. Undefined
 * until it is known.
 */
export function useAlbumsCount(): number | undefined {
  const { data } = useQuery(libraryTotalsQuery())
  const readableCount = useReadableAlbumsCount()
  return data && readableCount !== undefined ? data.albumsCount + readableCount : undefined
}

/** Counts the readable albums shared by others; undefined until it is known, 0 if it cannot be loaded. */
function useReadableAlbumsCount(): number | undefined {
  const enabled = useFlag('PhotoManagementSharedAlbumsViewEnabled')
  const { data, isError } = useQuery({ ...sharedAlbumsSummaryQuery(), enabled })
  return data?.readAlbumsCount ?? (enabled && !isError ? undefined : 0)
}

/** Loads the numbers of albums the customer shares with others, and of albums shared with the customer. */
export const sharedAlbumsSummaryQuery = () => callQuery(photoKeys.sharedAlbums, getSharedAlbumsSummary)
