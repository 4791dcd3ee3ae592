import type { FastifyRequest } from 'fastify'
import { putUpload, STORED_PICTURE_MAX_BYTES } from '#contract/retailer-stored-pictures.ts'
import * as contract from '#contract/stored-pictures.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { limitSource } from '../../platform/blobs/limited-source.ts'
import { presentPicture } from './picture-address.ts'
import { ANONYMOUS, listPictures } from './store.ts'
import { storePicture } from './store-picture.ts'

export const storedPictureRoutes: readonly Route[] = [
  route(putUpload, async ({ ctx, params, query, request }) => {
    const bytes = await readPicture(request)
    return storePicture(ctx, { pictureId: params.id, accountId: query.accountId, bytes })
  }),
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

/** Reads the whole body; 413 for more than the largest picture. */
async function readPicture({ headers, raw }: FastifyRequest): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > STORED_PICTURE_MAX_BYTES) throw createTooLargeFailure()
  const source = limitSource(raw, STORED_PICTURE_MAX_BYTES)
  const chunks = await Array.fromAsync(source.bytes)
  if (source.limitExceeded) throw createTooLargeFailure()
  if (source.interrupted) throw new Failure('client-closed', 'The client closed the connection')
  return Buffer.concat(chunks)
}

const createTooLargeFailure = () =>
  new Failure('too-large', `A picture has at most ${STORED_PICTURE_MAX_BYTES} bytes`)
