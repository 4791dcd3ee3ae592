import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { createBatchLoader } from '../../../platform/db/batch-loader.ts'
import { hasVariants, listStoredPhotos, mountMediaRoute, type StoredPhoto } from '../../photos/index.ts'
import { listPhotoIds } from '../pictures.ts'
import { VIEWER_PATH } from '../public-address.ts'
import { listPublicWidgets } from '../store.ts'

/** The format of the secret in a public link. */
export const PUBLIC_ID = /^[A-Za-z0-9_-]{22}$/

/** The link itself does not expire; widget and photo are looked up at least once a second. */
const NO_EXPIRY = new Date(8.64e15)

/**
 * Serves the pictures of the public pages, as variants only. A picture is unavailable within a second after its widget
 * is deleted, blocked or gets another link, its photo is deleted, or its account is closed.
 */
export function mountWidgetPictures(app: FastifyInstance, ctx: Context): void {
  const findPhoto = createBatchLoader(toCacheKey, requests => loadRequestedPhotos(ctx, requests), hasVariants)
  mountMediaRoute<PictureGrant>(app, ctx, {
    url: `${VIEWER_PATH}/:token/:photoId/:kind`,
    policy: 'public',
    readToken: token => (PUBLIC_ID.test(token) ? { publicId: token, expires: NO_EXPIRY } : null),
    find: ({ publicId }, photoId) => findPhoto({ publicId, photoId }),
    getReaderId: () => null,
    isCacheable: () => false,
    isEmbeddable: () => true,
  })
}

interface PictureGrant {
  publicId: string
  expires: Date
}
type PictureRequest = Pick<PictureGrant, 'publicId'> & { photoId: string }
const toCacheKey = ({ publicId, photoId }: PictureRequest) => `${publicId}/${photoId}`

async function loadRequestedPhotos(
  { db }: Pick<Context, 'db'>,
  requests: readonly PictureRequest[],
): Promise<Map<string, StoredPhoto>> {
  const widgets = await listPublicWidgets(db, {
    publicIds: [...new Set(requests.map(each => each.publicId))],
  })
  const contents = widgets.map(widget => ({ ...widget, photoIds: new Set(listPhotoIds(widget.body)) }))
  const allowedRequests = requests.flatMap(request => {
    const widget = contents.find(
      each => each.public_id === request.publicId && each.photoIds.has(request.photoId),
    )
    return widget ? [{ request, accountId: widget.account_id }] : []
  })
  if (allowedRequests.length === 0) return new Map()
  const storedPhotos = await listStoredPhotos(
    db,
    [...new Set(allowedRequests.map(each => each.accountId))],
    [...new Set(allowedRequests.map(each => each.request.photoId))],
  )
  const photos = storedPhotos.filter(photo => photo.deleted_at === null)
  return new Map(
    allowedRequests.flatMap(({ request, accountId }) => {
      const photo = photos.find(each => each.account_id === accountId && each.photo_id === request.photoId)
      return photo ? [[toCacheKey(request), photo] as const] : []
    }),
  )
}
