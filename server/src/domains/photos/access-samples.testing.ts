import { createHash } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { deletePhotos, getPhotos } from '#contract/photos.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { jpeg } from '../../testing/pictures.ts'

const PHOTOS = SERVICES.photoManagement

/** Three photos, two of them in the bin. */
export const accessSamples: DomainAccessSamples = {
  async createData(server, customer) {
    const bytes = await jpeg()
    await customer.upload('first.jpg', bytes)
    await customer.upload('second.jpg', await jpeg())
    await customer.upload('third.jpg', await jpeg())
    await server.idle()
    const { images } = await customer.call(getPhotos)
    const findImageId = (name: string) => images.find(image => image.localFileName === name)!.imageId
    const [photo, binned, erasable] = [
      findImageId('first.jpg'),
      findImageId('second.jpg'),
      findImageId('third.jpg'),
    ]
    await customer.call(deletePhotos, { body: { photoIds: [binned, erasable] } })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { photo, binned, erasable, sha256 }
  },
  calls: {
    [`GET ${PHOTOS}/photos/timeline/:year/:month`]: () => ({ params: ['1970', '1'] }),
    [`GET ${PHOTOS}/photos/timeline/:year/:month/index`]: () => ({ params: ['1970', '1'] }),
    [`GET ${PHOTOS}/photos/:id`]: ({ photo }) => ({ params: [photo] }),
    [`DELETE ${PHOTOS}/photos`]: ({ photo }) => ({ body: { photoIds: [photo] } }),
    [`POST ${PHOTOS}/bin/restore`]: ({ binned }) => ({ body: { photoIds: [binned] } }),
    [`DELETE ${PHOTOS}/bin`]: ({ erasable }) => ({ body: { photoIds: [erasable] } }),
    // Called last, because a job empties and refills the library after their answer.
    [`DELETE ${PHOTOS}/photos/all`]: () => ({}),
    [`POST ${PHOTOS}/bin/restore-all`]: () => ({ body: {} }),
  },
}
