import type { Context, Tx } from '../../context.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { photoDatesChanged, photoFactsChanged, photosMoved } from '../photos/index.ts'
import { removeFromGroups } from './group-members.ts'
import { publishTidyUpChange } from './notifications.ts'
import { requestGrouping } from './request-grouping.ts'
import { lockGroups } from './store/groupings.ts'
import { deleteComparisons, deleteDistinctions } from './store/pairs.ts'

/**
 * Photos that leave the library leave their groups in the same transaction, so that the numbers of the tabs are exact and a page
 * with an older group gets a 409. Groups are searched for again after that, and for new, restored and re-dated photos.
 */
export const similarPhotoListeners: readonly Listener<Context>[] = [
  on(photosMoved, async (ctx, tx, { accountId, photoIds, to }) => {
    if (to === 'library') return requestGrouping(ctx, tx, accountId)
    if (to === 'nowhere') {
      await deleteDistinctions(tx, accountId, photoIds)
      return deleteComparisons(tx, accountId, photoIds)
    }
    if (deciding.has(tx)) return
    await lockGroups(tx, accountId)
    if (!(await removeFromGroups(tx, accountId, photoIds))) return
    await publishTidyUpChange(ctx, tx, accountId)
    await requestGrouping(ctx, tx, accountId)
  }),
  on(photoFactsChanged, async (ctx, tx, { accountId, photoIds }) => {
    await deleteComparisons(tx, accountId, photoIds)
    await requestGrouping(ctx, tx, accountId)
  }),
  on(photoDatesChanged, (ctx, tx, { accountId }) => requestGrouping(ctx, tx, accountId)),
]

/** Transactions that decide a group: they change it themselves after they have compared its version. */
const deciding = new WeakSet<Tx>()

export const markAsDeciding = (tx: Tx): void => {
  deciding.add(tx)
}
