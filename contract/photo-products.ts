import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { photoSelection } from './photo-selection.ts'
import { count, instant } from './scalars.ts'

/** Most products listed in one answer; their count is exact. */
export const PHOTO_PRODUCTS_MAX = 20
/** Most albums named in one answer; their count is exact. */
export const PHOTO_ALBUMS_MAX = 20

/** An ordered product, or a saved project, that contains a photo. */
const photoProduct = z.object({
  /** 'order' or 'project'; open, so that clients accept later kinds. */
  kind: z.string(),
  /** Code of the ordered product, or id of the project. */
  code: z.string(),
  title: z.string(),
  /** Only for an ordered product. */
  orderCode: z.string().nullable(),
  orderedAt: instant.nullable(),
})
export type PhotoProduct = z.infer<typeof photoProduct>

/**
 * The products that contain photos of the caller's library, if the retailer has sent their photos.
 * `orderedPhotos`, `widgetPhotos`, `projectPhotos`: how many of the chosen photos are in ordered products, on pages of
 * widgets, and in saved projects. `albumNames`: own albums that contain any of the chosen photos, by name; without a
 * selection none.
 */
export const photoProducts = z.object({
  orderedPhotos: count,
  widgetPhotos: count,
  projectPhotos: count,
  productsCount: count,
  /** Newest order first, then projects. */
  products: z.array(photoProduct),
  albumsCount: count,
  albumNames: z.array(z.string()),
})
export type PhotoProducts = z.infer<typeof photoProducts>

export const getPhotoProducts = endpoint('POST', 'photoManagement', '/photo-products', {
  policy: 'customer',
  summary:
    'Products and albums that contain photos of the caller’s library: of a selection, or of the whole library without one; photos that are not in the library are skipped',
  body: z.object({ selection: photoSelection.optional() }),
  answer: photoProducts,
  errors: ['forbidden', 'not-found'],
})
