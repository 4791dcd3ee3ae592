import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { findAlbumPhotos, readSharedToken, type SharedViewGrant } from '../albums/index.ts'
import { createBatchLoader, mountMediaRoute, type PhotoRow } from '../photos/index.ts'
import { getSharedAlbum } from './shared-albums.ts'

/**
 * Pictures of shared albums, for members. Asked anew all the time: who has left sees none within a second, and nobody
 * sees a photo that was deleted or left the album.
 */
export function mountSharedMedia(app: FastifyInstance, ctx: Context): void {
  const find = createBatchLoader(keyOf, asked => shown(ctx, asked))
  mountMediaRoute<SharedViewGrant & { expires: Date }>(app, ctx, {
    url: '/media/shared/:token/:photoId/:kind',
    readToken: token => readSharedToken(ctx, token),
    find: ({ albumId, memberId }, photoId) => find({ albumId, memberId, photoId }),
    isCacheable: () => true,
  })
}

type Asked = SharedViewGrant & { photoId: string }
const lookOf = ({ albumId, memberId }: SharedViewGrant) => `${albumId}/${memberId}`
const keyOf = (asked: Asked) => `${lookOf(asked)}/${asked.photoId}`

async function shown(ctx: Context, asked: readonly Asked[]): Promise<Map<string, PhotoRow>> {
  const found = new Map<string, PhotoRow>()
  for (const looks of Map.groupBy(asked, lookOf).values()) {
    const { albumId, memberId } = looks[0]!
    const album = await getSharedAlbum(ctx.db, memberId, albumId).catch(noAlbum)
    if (!album) continue
    const photoIds = looks.map(look => look.photoId)
    for (const photo of await findAlbumPhotos(ctx.db, album, photoIds))
      found.set(keyOf({ albumId, memberId, photoId: photo.photo_id }), photo)
  }
  return found
}

function noAlbum(error: unknown): null {
  if (error instanceof Failure && error.code === 'not-found') return null
  throw error
}
