import { randomUUID } from 'node:crypto'
import { expect, request } from '@playwright/test'
import { createAlbum, getAlbums } from '#contract/albums.ts'
import { createDownload, getDownloads } from '#contract/downloads.ts'
import { createExport, getExports } from '#contract/exports.ts'
import { getOrders } from '#contract/orders.ts'
import { deletePhotos, getDeletedPhotos, getPhotos } from '#contract/photos.ts'
import { getWidgets } from '#contract/widgets.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#sandbox/demo/customers.ts'
import { signIn } from '../browser/fixtures/customer.ts'
import type { Demo } from './screen.ts'

const EMPTY_ALBUM = 'New ideas'
const BIN_COUNT = 8

/**
 * Does in the demo what its customer would do by hand: creates an empty album, a zip and an export, and deletes some
 * photos. What is there already stays, so that a data folder can be used again.
 */
export async function prepareDemo(origin: string): Promise<Demo> {
  const visitor = await request.newContext({ baseURL: origin })
  const { client } = await signIn(visitor, origin, { email: DEMO_SIGN_INS[0], password: DEMO_PASSWORD })
  await visitor.dispose()
  const { images } = await client.call(getPhotos)
  const { albums } = await client.call(getAlbums)
  if (!albums.some(({ albumName }) => albumName === EMPTY_ALBUM))
    await client.call(createAlbum, { body: { name: EMPTY_ALBUM } })
  if ((await client.call(getDownloads)).items.length === 0) {
    const photos = images.slice(0, 24).map(({ imageId, ownerId }) => ({ photoId: imageId, ownerId }))
    await client.call(createDownload, { body: { id: randomUUID(), photos, name: 'Summer' } })
  }
  if ((await client.call(getExports)).items.length === 0)
    await client.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
  await expect
    .poll(
      async () => [
        (await client.call(getDownloads)).items[0]?.state,
        (await client.call(getExports)).items[0]?.status,
      ],
      { timeout: 60_000 },
    )
    .toEqual(['ready', 'READY'])
  if ((await client.call(getDeletedPhotos)).images.length === 0) {
    const photoIds = images.filter((_, index) => index % 9 === 4).map(({ imageId }) => imageId)
    await client.call(deletePhotos, { body: { photoIds: photoIds.slice(0, BIN_COUNT) } })
  }
  const { superOrders: orders } = await client.call(getOrders)
  const orderCodes = orders.map(({ superOrderCode }) => superOrderCode)
  const { widgets } = await client.call(getWidgets, { query: { orderCodes } })
  return { orders, widget: widgets.find(({ title }) => title === 'Tulips')!.productCode }
}
