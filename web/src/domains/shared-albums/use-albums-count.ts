import { useQuery } from '@tanstack/react-query'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { sharedAlbumsSummaryQuery } from './shared-albums-summary.ts'

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
