import * as contract from '#contract/selection-drafts.ts'
import { type Context, change } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { createImagePresenter, findPhotos, getAddressExpiry } from '../photos/index.ts'
import { changeDraft } from './change-draft.ts'
import { createDraft, summarizeSource } from './create-draft.ts'
import { listLeftOut } from './left-out.ts'
import { presentDraft } from './present.ts'
import { deleteDraft, findDraft } from './store.ts'

export const photoSuggestionRoutes: readonly Route[] = [
  route(contract.summarizeSuggestionSource, ({ ctx, caller, body }) =>
    summarizeSource(ctx, caller.accountId, body),
  ),

  route(contract.createSelectionDraft, async ({ ctx, caller, body, origin }) =>
    presentDraft(ctx, await createDraft(ctx, caller.accountId, body), origin),
  ),

  route(contract.getSelectionDraft, async ({ ctx, caller, params, origin }) => {
    const row = await findDraft(ctx.db, caller.accountId, params.id)
    if (!row) throw notFound('Draft')
    return presentDraft(ctx, row, origin)
  }),

  route(contract.changeSelectionDraft, async ({ ctx, caller, params, body, origin }) =>
    presentDraft(ctx, await changeDraft(ctx, caller.accountId, params.id, body), origin),
  ),

  route(contract.deleteSelectionDraft, ({ ctx, caller, params }) =>
    change(ctx, tx => deleteDraft(tx, caller.accountId, params.id)),
  ),

  route(contract.getDraftAlternatives, async ({ ctx, caller, params, origin }) => {
    const row = await findDraft(ctx.db, caller.accountId, params.id)
    const choices = row?.body.events.flatMap(event => event.choices) ?? []
    const choice = choices.find(({ photoId }) => photoId === params.photoId)
    if (!choice) throw notFound('Photo')
    const chosenIds = new Set(choices.map(({ photoId }) => photoId))
    const ids = choice.alternatives.filter(id => !chosenIds.has(id))
    return presentImages(ctx, caller.accountId, origin, ids)
  }),

  route(contract.getDraftLeftOut, async ({ ctx, caller, params, query, origin }) => {
    const row = await findDraft(ctx.db, caller.accountId, params.id)
    if (!row) throw notFound('Draft')
    const ids = await listLeftOut(ctx, row, params.kind)
    const page = ids.slice(query.from, query.from + query.limit)
    return { photos: ids.length, ...(await presentImages(ctx, caller.accountId, origin, page)) }
  }),
]

/** Presents photos in the order of their ids in the list; those that left the library are missing. */
async function presentImages(ctx: Context, accountId: string, origin: string, ids: readonly string[]) {
  const photos = new Map((await findPhotos(ctx.db, accountId, ids)).map(photo => [photo.photo_id, photo]))
  const present = createImagePresenter(ctx, accountId, origin)
  return {
    images: ids.flatMap(id => {
      const photo = photos.get(id)
      return photo ? [present(photo)] : []
    }),
    addressesExpire: getAddressExpiry(ctx),
  }
}
