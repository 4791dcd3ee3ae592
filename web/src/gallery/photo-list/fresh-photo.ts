import type { QueryClient } from '@tanstack/react-query'
import type { Image } from '#contract/photos.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import type { PhotoList } from './photo-list.ts'
import { photoListKeys } from './photo-list-queries.ts'

/**
 * The photo as the service knows it now, with addresses that work (OP-33); null if it is gone from the list. Pictures of
 * one photo that fail together cause one call.
 */
export async function freshPhoto(queries: QueryClient, list: PhotoList, id: string): Promise<Image | null> {
  try {
    return await queries.fetchQuery({
      queryKey: photoListKeys.fresh(id, list.name),
      queryFn: ({ signal }) => list.fetchPhoto(id, signal),
      staleTime: 5000,
      gcTime: 60_000,
    })
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
