import { randomUUID } from 'node:crypto'
import { createDownload } from '#contract/downloads.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

/** A download that is ready. */
export const accessSamples: DomainAccessSamples = {
  async createData(server, customer, { account, photo }) {
    const download = randomUUID()
    const photos = [{ photoId: photo!, ownerId: account! }]
    await customer.call(createDownload, { body: { id: download, photos } })
    await server.idle()
    return { download, newDownload: randomUUID() }
  },
  calls: {
    [`GET ${SERVICES.downloads}/downloads/:id/url`]: ({ download }) => ({ params: [download] }),
    [`POST ${SERVICES.downloads}/downloads`]: ({ account, photo, newDownload }) => ({
      body: { id: newDownload, photos: [{ photoId: photo, ownerId: account }] },
    }),
    [`POST ${SERVICES.downloads}/shared-album-downloads`]: ({ account, photo, sharedAlbum }) => ({
      body: { albumId: sharedAlbum, photos: [{ photoId: photo, ownerId: account }] },
    }),
  },
}
