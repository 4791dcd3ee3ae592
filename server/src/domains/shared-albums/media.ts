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
  const findRequestedPhoto = createBatchLoader(
    toRequestKey,
    requests => loadRequestedPhotos(ctx, requests),
    hasVariants,
  )
  mountMediaRoute<SharedViewGrant & { expires: Date }>(app, ctx, {
    url: '/media/shared/:token/:photoId/:kind',
    readToken: token => readSharedToken(ctx, token),
    find: ({ albumId, memberId }, photoId) => findRequestedPhoto({ albumId, memberId, photoId }),
    isCacheable: () => true,
  })
}

type PhotoRequest = SharedViewGrant & { photoId: string }
const toGrantKey = ({ albumId, memberId }: SharedViewGrant) => `${albumId}/${memberId}`
const toRequestKey = (request: PhotoRequest) => `${toGrantKey(request)}/${request.photoId}`

async function loadRequestedPhotos(
  ctx: Context,
  requests: readonly PhotoRequest[],
): Promise<Map<string, PhotoRow>> {
  const photoByRequest = new Map<string, PhotoRow>()
  for (const requestsOfGrant of Map.groupBy(requests, toGrantKey).values()) {
    const { albumId, memberId } = requestsOfGrant[0]!
    const photoIds = requestsOfGrant.map(request => request.photoId)
    for (const photo of await findShownPhotos(ctx.db, memberId, albumId, photoIds))
      photoByRequest.set(toRequestKey({ albumId, memberId, photoId: photo.photo_id }), photo)
  }
  return photoByRequest
}
