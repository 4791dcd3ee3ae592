import { randomUUID } from 'node:crypto'
import { addAlbumPhotos, createAlbum, deleteAlbum } from '#contract/albums.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

const PHOTOS = SERVICES.photoManagement

/** Two albums, one of them with a photo, and a deleted one. */
export const accessSamples: DomainAccessSamples = {
  async createData(_server, customer, { photo }) {
    const { albumId: album } = await customer.call(createAlbum, { body: { name: 'Holiday' } })
    const { albumId: deletableAlbum } = await customer.call(createAlbum, { body: { name: 'Deletable' } })
    await customer.call(addAlbumPhotos, { params: { id: album }, body: { photoIds: [photo!] } })
    const { albumId: deletedAlbum } = await customer.call(createAlbum, { body: { name: 'Deleted' } })
    await customer.call(deleteAlbum, { params: { id: deletedAlbum } })
    return { album, deletableAlbum, deletedAlbum, newAlbum: randomUUID() }
  },
  calls: {
    [`GET ${PHOTOS}/albums/:id`]: ({ album }) => ({ params: [album] }),
    [`GET ${PHOTOS}/albums/:id/photos`]: ({ album }) => ({ params: [album] }),
    [`GET ${PHOTOS}/albums/:id/photos/index`]: ({ album }) => ({ params: [album] }),
    [`GET ${PHOTOS}/albums/:id/photos/:photoId`]: ({ album, photo }) => ({ params: [album, photo] }),
    [`POST ${PHOTOS}/albums`]: ({ newAlbum }) => ({ body: { name: 'New', albumId: newAlbum } }),
    [`PATCH ${PHOTOS}/albums/:id`]: ({ album, photo }) => ({
      params: [album],
      body: { name: 'Renamed', coverPhotoId: photo },
    }),
    [`POST ${PHOTOS}/albums/:id/photos`]: ({ album, photo, deletableAlbum }) => ({
      params: [album],
      body: { selection: { photoIds: [photo], albums: [{ albumId: deletableAlbum }] } },
    }),
    [`POST ${PHOTOS}/albums/:id/restore`]: ({ deletedAlbum }) => ({ params: [deletedAlbum] }),
    [`DELETE ${PHOTOS}/albums/:id/photos/:photoId`]: ({ album, photo }) => ({ params: [album, photo] }),
    [`DELETE ${PHOTOS}/albums/:id/photos`]: ({ album, photo }) => ({
      params: [album],
      body: { photoIds: [photo] },
    }),
    [`DELETE ${PHOTOS}/albums/:id`]: ({ deletableAlbum }) => ({ params: [deletableAlbum] }),
  },
}
