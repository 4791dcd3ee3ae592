import { queryOptions } from '@tanstack/react-query'
import { getPhotoProducts, type PhotoProducts } from '#contract/photo-products.ts'
import type { PhotoSelection } from '#contract/photo-selection.ts'
import { call } from '#web/platform/http/call.ts'

/** Products that contain photos of the selection; without one, of the whole library. */
export const fetchPhotoProducts = (
  selection: PhotoSelection | undefined,
  signal?: AbortSignal,
): Promise<PhotoProducts> => call(getPhotoProducts, { body: { selection } }, { signal })

/** Products that contain one photo. */
export const photoProductsQuery = (photoId: string) =>
  queryOptions({
    queryKey: ['photo-products', photoId],
    queryFn: ({ signal }) => fetchPhotoProducts({ photoIds: [photoId] }, signal),
  })
