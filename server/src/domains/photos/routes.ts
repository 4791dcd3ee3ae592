import * as contract from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import { createContentKey } from '../../http/answer-cache.ts'
import type { CursorScope } from '../../http/cursor.ts'
import { requireFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { requireRecentSignIn } from '../../http/step-up.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { readErasureLimit, requestErasure } from './erasure/request-erasure.ts'
import { answerFromLibrary } from './library-answers.ts'
import { deleteAllPhotos, restoreAllPhotos } from './library-move/library-move.ts'
import { getAddressExpiry } from './media/media-address.ts'
import { presentIndex, presentPage, toMonthScope } from './pages.ts'
import { deletePhotos } from './photos.ts'
import { createDeletedImagePresenter, createImagePresenter } from './present.ts'
import { countPhotosInMonth } from './store/month-counts.ts'
import {
  JANUARY_1970,
  JANUARY_1970_OR_UNKNOWN,
  toCalendarMonth,
  toMonthNumber,
  UNKNOWN_MONTH,
} from './store/order.ts'
import {
  countEarlierPhotosInMonth,
  listDeletedPhotos,
  listLibraryPhotos,
  listMonthIndex,
  listMonthPhotos,
} from './store/pages.ts'
import { findPhoto } from './store/photos.ts'
import { getTimeline } from './timeline.ts'
import { restorePhotos } from './undo-deletion.ts'

export const photoRoutes: readonly Route[] = [
  route(contract.getTimeline, ({ ctx, caller, query }) => getTimeline(ctx, caller.accountId, query)),

  route(contract.getMonthPage, call => {
    const { ctx, caller, params, query, origin } = call
    const requested = toMonthNumber({ ...params, ...query }, query.groupBy)
    const scope = toMonthScope(caller.accountId, requested, query)
    const cursor = readCursor(scope, query.cursor)
    return answerFromLibrary(ctx, caller.accountId, createContentKey(call), async () => {
      const month = await resolveMonth(ctx, caller.accountId, query.groupBy, requested)
      const page = await listMonthPhotos(ctx.db, caller.accountId, month, query, cursor, query.limit)
      return presentPage(ctx, scope, page, createImagePresenter(ctx, caller.accountId, origin))
    })
  }),

  route(contract.getMonthIndex, call => {
    const { ctx, caller, params, query } = call
    return answerFromLibrary(ctx, caller.accountId, createContentKey(call), async () => {
      const requested = toMonthNumber({ ...params, ...query }, query.groupBy)
      const month = await resolveMonth(ctx, caller.accountId, query.groupBy, requested)
      const count = await countPhotosInMonth(ctx.db, caller.accountId, month.groupBy, month.month)
      const stepEnds = await listMonthIndex(ctx.db, caller.accountId, month, query, contract.INDEX_STEP)
      const scope = toMonthScope(caller.accountId, requested, query)
      return presentIndex(stepEnds, count, end => writeCursor(scope, end))
    })
  }),

  route(contract.getPhotos, call => {
    const { ctx, caller, query, origin } = call
    const scope: CursorScope = ['photos', caller.accountId, query.sortKey, query.sortOrder]
    const cursor = readCursor(scope, query.cursor)
    return answerFromLibrary(ctx, caller.accountId, createContentKey(call), async () => {
      const page = await listLibraryPhotos(ctx.db, caller.accountId, query, cursor, query.limit)
      return presentPage(ctx, scope, page, createImagePresenter(ctx, caller.accountId, origin))
    })
  }),

  route(contract.getPhoto, async ({ ctx, caller, params, query, origin }) => {
    const row = requireFound(await findPhoto(ctx.db, caller.accountId, params.id), 'Photo')
    const month = query.sortKey === 'created' ? row.created_month : row.taken_month
    const position = await countEarlierPhotosInMonth(ctx.db, row, { groupBy: query.sortKey, month }, query)
    const present = createImagePresenter(ctx, caller.accountId, origin)
    return {
      image: present(row),
      ...toCalendarMonth(month),
      position,
      addressesExpire: getAddressExpiry(ctx),
    }
  }),

  route(contract.deletePhotos, async ({ ctx, caller, body }) => ({
    failed: await deletePhotos(ctx, caller.accountId, body.photoIds),
  })),

  route(contract.deleteAllPhotos, ({ ctx, caller }) => deleteAllPhotos(ctx, caller.accountId)),

  route(contract.getDeletedPhotos, async ({ ctx, caller, query, origin }) => {
    const scope: CursorScope = ['bin', caller.accountId]
    const cursor = readCursor(scope, query.cursor)
    const page = await listDeletedPhotos(ctx.db, caller.accountId, cursor, query.limit)
    return presentPage(ctx, scope, page, await createDeletedImagePresenter(ctx, caller.accountId, origin))
  }),

  route(contract.restorePhotos, async ({ ctx, caller, body }) => ({
    failed: await restorePhotos(ctx, caller.accountId, body.photoIds),
  })),

  route(contract.restoreAllPhotos, ({ ctx, caller, body }) =>
    restoreAllPhotos(ctx, caller.accountId, body.moveId),
  ),

  route(contract.erasePhotos, async call => {
    const outcome = await requestErasure(call.ctx, call.caller, call.body, () => requireRecentSignIn(call))
    if (outcome.effectiveAt) call.reply.code(202)
    return { failed: outcome.failed, effectiveAt: outcome.effectiveAt?.toISOString() ?? null }
  }),

  route(contract.getErasureLimit, ({ ctx, caller }) => readErasureLimit(ctx, ctx.db, caller)),
]

/**
 * Returns the month to read. Photos without a date are read by their index, unless the client wants those of January 1970
 * with them and there are any.
 */
async function resolveMonth(ctx: Context, accountId: string, groupBy: contract.SortKey, month: number) {
  if (month !== JANUARY_1970_OR_UNKNOWN) return { groupBy, month }
  const dated = await countPhotosInMonth(ctx.db, accountId, groupBy, JANUARY_1970)
  return { groupBy, month: dated > 0 ? month : UNKNOWN_MONTH }
}
