import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'
import { importSharedAlbums } from './index.ts'

const SHARED = `${SERVICES.sharedAlbums}/shared-albums`

/** Two shared albums of the customer with one photo and one participant each. */
export const accessSamples: AccessSamples = {
  async createData(server, customer, { photo }) {
    const participant = await server.customer()
    const [sharedAlbum, deletableSharedAlbum] = [randomUUID(), randomUUID()]
    const sharedAlbums = [sharedAlbum, deletableSharedAlbum].map(albumId => ({
      albumId,
      name: 'Shared',
      owner: customer.email,
      participants: [participant.email],
      created: '2021-08-01T10:00:00Z',
      photos: [{ owner: customer.email, photoId: photo }],
    }))
    await importSharedAlbums(server.ctx, JSON.stringify({ sharedAlbums }))
    return { sharedAlbum, deletableSharedAlbum }
  },
  calls: {
    [`GET ${SHARED}/:id`]: ({ sharedAlbum }) => ({ path: `${SHARED}/${sharedAlbum}` }),
    [`GET ${SHARED}/:id/participants`]: ({ sharedAlbum }) => ({
      path: `${SHARED}/${sharedAlbum}/participants`,
    }),
    [`GET ${SHARED}/:id/photos`]: ({ sharedAlbum }) => ({ path: `${SHARED}/${sharedAlbum}/photos` }),
    [`GET ${SHARED}/:id/photos/index`]: ({ sharedAlbum }) => ({
      path: `${SHARED}/${sharedAlbum}/photos/index`,
    }),
    [`GET ${SHARED}/:id/photos/:photoId`]: ({ sharedAlbum, photo }) => ({
      path: `${SHARED}/${sharedAlbum}/photos/${photo}`,
    }),
    [`DELETE ${SHARED}/:id`]: ({ deletableSharedAlbum }) => ({ path: `${SHARED}/${deletableSharedAlbum}` }),
  },
}
