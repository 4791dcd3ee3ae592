import * as contract from '#contract/temp-selections.ts'
import { type Route, route } from '../../http/route.ts'
import { findAvailablePhotoIds, findPhotos, findSmallPhotoIds, getAddressExpiry } from '../photos/index.ts'
import { countOriginalReads } from '../services/index.ts'
import { createChosenPhotoPresenter } from './present.ts'
import { createRetailerSelection, findRetailerPhotos } from './retailer-selections.ts'
import { createTempSelection, getTempSelection, getTempSelectionForEditor } from './temp-selections.ts'

export const tempSelectionRoutes: readonly Route[] = [
  route(contract.createTempSelection, async ({ ctx, caller, body, origin }) => {
    const { photoIds, selection, requestId, exceptTooSmall } = body
    const photoChoice = selection ? { selection } : { photoIds: photoIds ?? [] }
    const row = await createTempSelection(ctx, caller.accountId, photoChoice, {
      requestId,
      exceptTooSmall,
      origin,
    })
    return {
      tempSelectionId: row.selection_id,
      photosCount: row.photo_ids.length,
      tooSmallCount: (
        await findSmallPhotoIds(ctx.db, caller.accountId, row.photo_ids, contract.PRINT_PIXELS_MIN)
      ).size,
      expires: row.expires_at.toISOString(),
    }
  }),

  route(contract.getTempSelection, async ({ ctx, caller, params }) => {
    const { row, photoIds } = await getTempSelection(ctx, caller.accountId, params.id)
    return { tempSelectionId: row.selection_id, photoIds, expires: row.expires_at.toISOString() }
  }),

  route(contract.createRetailerTempSelection, async ({ ctx, body, origin, request }) => {
    const row = await createRetailerSelection(ctx, body, { origin, service: request.service! })
    return {
      tempSelectionId: row.selection_id,
      photosCount: row.photo_ids.length,
      expires: row.expires_at.toISOString(),
    }
  }),
  route(contract.findRetailerPhotos, async ({ ctx, body, request }) => ({
    photoIds: await findRetailerPhotos(ctx, body, request.service!),
  })),

  route(contract.getRetailerTempSelection, async ({ ctx, params, query, origin, request }) => {
    const service = request.service!
    const row = await getTempSelectionForEditor(ctx, params.id, service)
    const { account_id: accountId, photo_ids: ids } = row
    const end = query.from + query.limit
    const pageIds = ids.slice(query.from, end)
    const photoById = new Map(
      (await findPhotos(ctx.db, accountId, pageIds)).map(photo => [photo.photo_id, photo]),
    )
    await countOriginalReads(ctx, service, photoById.size)
    const present = createChosenPhotoPresenter(ctx, accountId, origin)
    return {
      tempSelectionId: row.selection_id,
      accountId,
      created: row.created_at.toISOString(),
      expires: row.expires_at.toISOString(),
      libraryUrl: `${row.origin}/my-photos/photos`,
      photosCount: ids.length,
      availableCount: (await findAvailablePhotoIds(ctx.db, accountId, ids)).size,
      next: end < ids.length ? end : null,
      addressesExpire: getAddressExpiry(ctx),
      images: pageIds.flatMap((id, i) => {
        const photo = photoById.get(id)
        return photo ? [present(photo, query.from + i)] : []
      }),
    }
  }),
]
