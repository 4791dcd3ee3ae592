import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { toPictureKey } from './blob-key.ts'
import { PICTURE_ROUTE, readPictureToken } from './picture-address.ts'
import { findServedPicture } from './store.ts'

/**
 * Serves stored pictures by signed address. The media type is detected from the content; headers keep browsers from
 * running the bytes as a page. Pictures of a closed account are not served.
 */
export function servePictures(app: FastifyInstance, ctx: Context): void {
  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: PICTURE_ROUTE,
    config: { policy: 'signed', securityHeaders: 'none' },
    handler: async (request, reply) => {
      reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'same-origin')
        .header('x-content-type-options', 'nosniff')
      const grant = readPictureToken(ctx, request.params.token)
      if (!grant) throw new Failure('address-expired', 'This address is not valid any more')
      const row = await findServedPicture(ctx.db, grant.pictureId)
      if (!row) throw notFound('Picture')
      const seconds = Math.floor((grant.expires.getTime() - ctx.clock.now().getTime()) / 1000)
      reply
        .header('cache-control', `private, max-age=${Math.max(0, seconds)}, immutable`)
        .header('etag', `"${row.sha256}"`)
        .type(row.content_type)
      if (request.headers['if-none-match'] === `"${row.sha256}"`) return reply.code(304).send()
      return reply.header('content-length', row.size).send(ctx.blobs.read(toPictureKey(row)))
    },
  })
}
