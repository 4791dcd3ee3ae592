import type { Answer } from '#contract/endpoint.ts'
import { TIDY_UP_UNDO_DAYS, type undoDecision as undoDecisionCall } from '#contract/tidy-up.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import { findRow, updateRows } from '../../platform/db/rows.ts'
import { removeFromAlbumsOfCopies } from '../albums/index.ts'
import { recordUndoOf } from '../journal/index.ts'
import { lockPhotos, resetDate, restoreLockedPhotos } from '../photos/index.ts'
import { recommendAgain, removeFromGroups } from './group-members.ts'
import { leaveOutDistinct } from './grouping/leave-out-distinct.ts'
import { undoRunJob } from './job-kinds.ts'
import { publishTidyUpChange } from './notifications.ts'
import { type DecisionRow, listDecisionsOfRun } from './store/decisions.ts'
import { lockGroups } from './store/groupings.ts'
import { findGroup, replaceGroups } from './store/groups.ts'
import { loadDistinctions } from './store/pairs.ts'
import { endRun, findRun } from './store/runs.ts'

/**
 * Undoes a decision: photos, albums, positions and date as before, and the group waits again. Those of a run are undone by a job, the
 * latest first, and the run decides nothing more. What was undone before counts as done.
 */
export async function undoDecision(
  ctx: Context,
  accountId: string,
  id: string,
): Promise<Answer<typeof undoDecisionCall>> {
  const since = new Date(ctx.clock.now().getTime() - TIDY_UP_UNDO_DAYS * 86_400_000)
  const run = await findRun(ctx.db, accountId, id)
  const key = { account_id: accountId, decision_id: id }
  const decidedAt = run?.requested_at ?? (await findRow(ctx.db, 'photo_group_decisions', key))?.decided_at
  if (!decidedAt || decidedAt <= since) throw notFound('Decision')
  const restored = await change(ctx, async tx => {
    if (run) {
      await endRun(tx, accountId, id)
      await ctx.jobs.send(tx, undoRunJob, [{ accountId, runId: id }])
    }
    const photos = run ? 0 : await undoOne(ctx, tx, accountId, id)
    await recordUndoOf(ctx, tx, accountId, 'photos.tidied', id)
    return photos
  })
  return { restored }
}

/** Undoes the decisions of a run one by one. */
export async function undoRun(
  ctx: Context,
  { accountId, runId }: { accountId: string; runId: string },
  signal: AbortSignal,
): Promise<void> {
  for (const { decision_id, undone_at } of await listDecisionsOfRun(ctx.db, accountId, runId)) {
    signal.throwIfAborted()
    if (undone_at === null) await change(ctx, tx => undoOne(ctx, tx, accountId, decision_id))
  }
}

/** Returns how many photos were restored. */
async function undoOne(ctx: Context, tx: Tx, accountId: string, decisionId: string): Promise<number> {
  const key = { account_id: accountId, decision_id: decisionId }
  const find = () => findRow(tx.db, 'photo_group_decisions', key)
  const seen = await find()
  if (!seen) return 0
  const rows = await lockPhotos(
    tx,
    accountId,
    seen.members.map(({ photoId }) => photoId),
  )
  // Another call may have undone it before its photos were locked.
  const decision = (await find())!
  if (decision.undone_at !== null) return 0
  const binnedIds = new Set(decision.binned)
  const bestId = decision.members.find(({ photoId }) => !binnedIds.has(photoId))!.photoId
  const best = rows.find(row => row.photo_id === bestId)
  // A copy that was restored and deleted again since stays in the bin.
  const restoredRows = rows.filter(
    row => binnedIds.has(row.photo_id) && row.deleted_at?.getTime() === decision.decided_at.getTime(),
  )
  const libraryIds = new Set([
    ...restoredRows.map(row => row.photo_id),
    ...rows.filter(row => row.deleted_at === null).map(row => row.photo_id),
  ])
  // The kept photo stays in place of copies that do not come back.
  const albums = decision.albums?.filter(({ copyId }) => libraryIds.has(copyId)) ?? []
  if (best && decision.date) await resetDate(ctx, tx, best, decision.date, libraryIds)
  await restoreLockedPhotos(ctx, tx, accountId, restoredRows)
  await removeFromAlbumsOfCopies(ctx, tx, { accountId, photoId: bestId, albums })
  await lockGroups(tx, accountId)
  const takenSort = rows
    .map(row => row.taken_sort)
    .toSorted()
    .at(-1)!
  await reopenGroup(tx, accountId, decision, { libraryIds, takenSort })
  await updateRows(tx.db, 'photo_group_decisions', key, { undone_at: ctx.clock.now() })
  await publishTidyUpChange(ctx, tx, accountId)
  return restoredRows.length
}

/**
 * Opens the group again with its members that are in the library; they leave groups that they joined since. Copies that were
 * separated since are not joined again.
 */
async function reopenGroup(
  tx: Tx,
  accountId: string,
  { kind, group_id, version, members }: DecisionRow,
  { libraryIds, takenSort }: { libraryIds: ReadonlySet<string>; takenSort: string },
): Promise<void> {
  const current = await findGroup(tx.db, accountId, { kind, groupId: group_id })
  const inLibrary = members.filter(({ photoId }) => libraryIds.has(photoId))
  const reopened =
    kind === 'copies'
      ? leaveOutDistinct(inLibrary, ({ photoId }) => photoId, await loadDistinctions(tx.db, accountId))
      : inLibrary
  const reopenedIds = reopened.map(({ photoId }) => photoId)
  await removeFromGroups(tx, accountId, reopenedIds, [kind])
  const group = {
    group_id,
    kind,
    state: 'open',
    version: Math.max(version, current?.version ?? 0) + 2,
    taken_sort: takenSort,
    members: reopened,
  } as const
  const isWhole = reopened.length === members.length
  await replaceGroups(tx, accountId, isWhole ? [group] : await recommendAgain(tx.db, accountId, [group]))
}
