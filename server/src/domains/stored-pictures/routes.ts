import { putUpload, STORED_PICTURE_MAX_BYTES } from '#contract/retailer-stored-pictures.ts'
import * as contract from '#contract/stored-pictures.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { readFileBody } from '../../http/read-file-body.ts'
import { type Route, route } from '../../http/route.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { presentPicture } from './picture-address.ts'
import { ANONYMOUS, listPictures } from './store.ts'
import { storePicture } from './store-picture.ts'

export const storedPictureRoutes: readonly Route[] = [
  route(putUpload, async call => {
    const { ctx, params, query, request } = call
    const bytes = await readFileBody(request, STORED_PICTURE_MAX_BYTES, 'A picture')
    const picture = { pictureId: params.id, accountId: query.accountId, bytes }
    const reference = { kind: 'pictures', key: params.id, body: {} }
    return receiveSubmission(call, reference, submission => storePicture(ctx, { ...picture, submission }))
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
