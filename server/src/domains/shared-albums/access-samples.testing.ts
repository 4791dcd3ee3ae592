import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { importSharedAlbums } from './index.ts'

const SHARED = `${SERVICES.sharedAlbums}/shared-albums`

/** Two shared albums of the customer with one photo and one participant each. */
export const accessSamples: DomainAccessSamples = {
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
    [`GET ${SHARED}/:id`]: ({ sharedAlbum }) => ({ params: [sharedAlbum] }),
    [`GET ${SHARED}/:id/participants`]: ({ sharedAlbum }) => ({ params: [sharedAlbum] }),
    [`GET ${SHARED}/:id/photos`]: ({ sharedAlbum }) => ({ params: [sharedAlbum] }),
    [`GET ${SHARED}/:id/photos/index`]: ({ sharedAlbum }) => ({ params: [sharedAlbum] }),
    [`GET ${SHARED}/:id/photos/:photoId`]: ({ sharedAlbum, photo }) => ({ params: [sharedAlbum, photo] }),
    [`DELETE ${SHARED}/:id`]: ({ deletableSharedAlbum }) => ({ params: [deletableSharedAlbum] }),
  },
}
