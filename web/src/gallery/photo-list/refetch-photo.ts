import type { QueryClient } from '@tanstack/react-query'
import type { Image } from '#contract/photos.ts'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import type { PhotoList } from './photo-list.ts'
import { photoListKeys } from './photo-list-queries.ts'

/**
 * Fetches the current state of a photo with valid addresses; null if it is no longer in the list. Pictures of one photo
 * that fail together share one call.
 */
export function refetchPhoto(queries: QueryClient, list: PhotoList, id: string): Promise<Image | null> {
  return nullIfNotFound(
    queries.fetchQuery({
      queryKey: photoListKeys.fresh(id, list.name),
      queryFn: ({ signal }) => list.fetchPhoto(id, signal),
      staleTime: 5000,
      gcTime: 60_000,
    }),
  )
}
