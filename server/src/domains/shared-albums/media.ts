import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { readSharedToken, type SharedViewGrant } from '../albums/index.ts'
import { createBatchLoader, hasVariants, mountMediaRoute, type PhotoRow } from '../photos/index.ts'
import { findShownPhotos } from './shared-albums.ts'

/**
 * Serves pictures of shared albums to their members. Membership and photos are checked again at least once a second:
 * members who left lose access, and deleted or removed photos disappear.
 */
export function mountSharedMedia(app: FastifyInstance, ctx: Context): void {
  const find = createBatchLoader(requestKey, requests => loadRequestedPhotos(ctx, requests), hasVariants)
  mountMediaRoute<SharedViewGrant & { expires: Date }>(app, ctx, {
    url: '/media/shared/:token/:photoId/:kind',
    readToken: token => readSharedToken(ctx, token),
    find: ({ albumId, memberId }, photoId) => find({ albumId, memberId, photoId }),
    isCacheable: () => true,
  })
}

type PhotoRequest = SharedViewGrant & { photoId: string }
const grantKey = ({ albumId, memberId }: SharedViewGrant) => `${albumId}/${memberId}`
const requestKey = (request: PhotoRequest) => `${grantKey(request)}/${request.photoId}`

async function loadRequestedPhotos(
  ctx: Context,
  requests: readonly PhotoRequest[],
): Promise<Map<string, PhotoRow>> {
  const found = new Map<string, PhotoRow>()
  for (const sameGrant of Map.groupBy(requests, grantKey).values()) {
    const { albumId, memberId } = sameGrant[0]!
    const photoIds = sameGrant.map(request => request.photoId)
    for (const photo of await findShownPhotos(ctx.db, memberId, albumId, photoIds))
      found.set(requestKey({ albumId, memberId, photoId: photo.photo_id }), photo)
  }
  return found
}
