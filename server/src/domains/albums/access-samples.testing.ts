import { randomUUID } from 'node:crypto'
import { addAlbumPhotos, createAlbum, deleteAlbum } from '#contract/albums.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'

const PHOTOS = SERVICES.photoManagement

/** Two albums, one of them with a photo, and a deleted one. */
export const accessSamples: AccessSamples = {
  async createData(_server, customer, { photo }) {
    const { albumId: album } = await customer.call(createAlbum, { body: { name: 'Holiday' } })
    const { albumId: deletableAlbum } = await customer.call(createAlbum, { body: { name: 'Deletable' } })
    await customer.call(addAlbumPhotos, { params: { id: album }, body: { photoIds: [photo!] } })
    const { albumId: deletedAlbum } = await customer.call(createAlbum, { body: { name: 'Deleted' } })
    await customer.call(deleteAlbum, { params: { id: deletedAlbum } })
    return { album, deletableAlbum, deletedAlbum, newAlbum: randomUUID() }
  },
  calls: {
    [`GET ${PHOTOS}/albums/:id`]: ({ album }) => ({ path: `${PHOTOS}/albums/${album}` }),
    [`GET ${PHOTOS}/albums/:id/photos`]: ({ album }) => ({ path: `${PHOTOS}/albums/${album}/photos` }),
    [`GET ${PHOTOS}/albums/:id/photos/index`]: ({ album }) => ({
      path: `${PHOTOS}/albums/${album}/photos/index`,
    }),
    [`GET ${PHOTOS}/albums/:id/photos/:photoId`]: ({ album, photo }) => ({
      path: `${PHOTOS}/albums/${album}/photos/${photo}`,
    }),
    [`POST ${PHOTOS}/albums`]: ({ newAlbum }) => ({
      path: `${PHOTOS}/albums`,
      body: { name: 'New', albumId: newAlbum },
    }),
    [`PATCH ${PHOTOS}/albums/:id`]: ({ album, photo }) => ({
      path: `${PHOTOS}/albums/${album}`,
      body: { name: 'Renamed', coverPhotoId: photo },
    }),
    [`POST ${PHOTOS}/albums/:id/photos`]: ({ album, photo, deletableAlbum }) => ({
      path: `${PHOTOS}/albums/${album}/photos`,
      body: { selection: { photoIds: [photo], albums: [{ albumId: deletableAlbum }] } },
    }),
    [`POST ${PHOTOS}/albums/:id/restore`]: ({ deletedAlbum }) => ({
      path: `${PHOTOS}/albums/${deletedAlbum}/restore`,
    }),
    [`DELETE ${PHOTOS}/albums/:id/photos/:photoId`]: ({ album, photo }) => ({
      path: `${PHOTOS}/albums/${album}/photos/${photo}`,
    }),
    [`DELETE ${PHOTOS}/albums/:id/photos`]: ({ album, photo }) => ({
      path: `${PHOTOS}/albums/${album}/photos`,
      body: { photoIds: [photo] },
    }),
    [`DELETE ${PHOTOS}/albums/:id`]: ({ deletableAlbum }) => ({ path: `${PHOTOS}/albums/${deletableAlbum}` }),
  },
}
