import type { FastifyInstance } from 'fastify'
import { putUpload, STORED_PICTURE_MAX_BYTES } from '#contract/retailer-stored-pictures.ts'
import * as contract from '#contract/stored-pictures.ts'
import type { Context } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { mountRoute } from '../../http/mount.ts'
import { type Route, route } from '../../http/route.ts'
import { presentPicture } from './picture-address.ts'
import { ANONYMOUS, listPictures } from './store.ts'
import { storePicture } from './store-picture.ts'

export const storedPictureRoutes: readonly Route[] = [
  route(contract.getUpload, async ({ ctx, caller, params, query, origin }) => {
    if (query.accountId !== caller.accountId)
      throw new Failure('forbidden', 'The account is not the caller’s')
    const [row] = await listPictures(ctx.db, caller.accountId, [params.id])
    if (!row) throw notFound('Picture')
    return presentPicture(ctx, origin, row)
  }),
  route(contract.getAnonymousUploads, async ({ ctx, body, origin }) => {
    const rows = await listPictures(ctx.db, ANONYMOUS, body)
    return rows.map(row => presentPicture(ctx, origin, row))
  }),
]

/** Mounts the call whose body is a picture of any declared type; on this route alone, because of its size. */
export async function mountPictureUpload(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: STORED_PICTURE_MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    mountRoute(
      scope,
      ctx,
      route(putUpload, ({ params, query, request }) => {
        if (!Buffer.isBuffer(request.body)) throw new Failure('unsupported-type', 'A JPEG or PNG is needed')
        return storePicture(ctx, { pictureId: params.id, accountId: query.accountId, bytes: request.body })
      }),
    )
  })
}
