import type { Order } from '#contract/orders.ts'
import type { Context } from '../../context.ts'
import { createMediaAddressBuilder, findPhotos, type PhotoRow, presentImage } from '../photos/index.ts'
import type { OrderRow } from './store.ts'

/** Returns a function that finds pictures of products by photos that are still in the account's own library. */
export async function createProductPictureLookup(
  ctx: Context,
  accountId: string,
  origin: string,
  rows: readonly Pick<OrderRow, 'body'>[],
) {
  const ids = rows.flatMap(({ body }) => body.products.flatMap(({ photoId }) => photoId ?? []))
  const photos = new Map<string, PhotoRow>()
  if (ids.length > 0)
    for (const photo of await findPhotos(ctx.db, accountId, [...new Set(ids)]))
      photos.set(photo.photo_id, photo)
  const buildAddress = createMediaAddressBuilder(ctx, accountId, origin)
  return (photoId: string | undefined): Order['products'][number]['picture'] => {
    const photo = photoId && photos.get(photoId)
    const { thumbnails, placeholder } = photo ? presentImage(photo, buildAddress) : { thumbnails: [] }
    return thumbnails[0] ? { url: thumbnails[0].url, placeholder } : null
  }
}
