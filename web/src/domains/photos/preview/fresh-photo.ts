import type { QueryClient } from '@tanstack/react-query'
import { getPhoto, type Image } from '#contract/photos.ts'
import { call } from '#web/platform/http/call.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'
import { photoKeys } from '../queries.ts'

/**
 * The photo as the service knows it now, with addresses that work (OP-33); null if it is gone. Pictures of one photo
 * that fail together cause one call.
 */
export async function freshPhoto(queries: QueryClient, id: string): Promise<Image | null> {
  try {
    const { image } = await queries.fetchQuery({
      queryKey: [...photoKeys.all, 'fresh', id],
      queryFn: ({ signal }) => call(getPhoto, { params: { id }, query: {} }, { signal }),
      staleTime: 5000,
      gcTime: 60_000,
    })
    return image
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
