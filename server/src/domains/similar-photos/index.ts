import { TIDY_UP_UNDO_DAYS } from '#contract/tidy-up.ts'
import { type Context, change, type Reader } from '../../context.ts'
import { defineDomain, eraseRows, type UndoSource } from '../../domain.ts'
import { handleEach, handleJob, type JobRegistration, runOnSchedule } from '../../platform/jobs/jobs.ts'
import { findDeletionInstants, isIngestOfAccountWaiting } from '../photos/index.ts'
import { decideAll } from './decide-all.ts'
import { groupPhotos } from './group-photos.ts'
import { decideAllJob, groupPhotosJob, undoRunJob } from './job-kinds.ts'
import { similarPhotoListeners } from './listeners.ts'
import { tidyUpRoutes } from './routes.ts'
import { deleteOldDecisions, listAccountsWithOldDecisions, listOpenDecisions } from './store/decisions.ts'
import { findGroupedAt } from './store/groupings.ts'
import { similarPhotoTables } from './tables.ts'
import { undoDecision, undoRun } from './undo-decision.ts'

export { isBadlyLit, scoreLightAndSize } from './grouping/recommend.ts'
export { listGroupedPhotos } from './store/groups.ts'
export { listRunProgress, type RunProgress } from './store/runs.ts'

const similarPhotoJobs: readonly JobRegistration<Context>[] = [
  handleJob(groupPhotosJob, async (ctx, payloads) => {
    for (const { accountId } of payloads)
      if (!(await isGroupedLater(ctx, accountId))) await groupPhotos(ctx, accountId)
  }),
  handleEach(decideAllJob, decideAll),
  handleEach(undoRunJob, undoRun),
  runOnSchedule('similar-photos.tidy', '47 3 * * *', cleanUpDecisions, { leaseSeconds: 900 }),
]

const LONGEST_WAIT_MS = 10 * 60_000

const ACCOUNTS_PER_STEP = 500

/** Undoes a decision, or those of a run. */
const decisionUndo: UndoSource = {
  kinds: ['photos.tidied'],
  isFromBin: true,
  undo: async (ctx, { account_id, subject }) => ({
    ...(await undoDecision(ctx, account_id, subject!)),
    hasMore: false,
  }),
  async findOpen(ctx, accountId, entries) {
    const photos = await countRestorable(
      ctx.db,
      accountId,
      entries.map(({ subject }) => subject!),
    )
    return new Map(
      entries.flatMap(({ entry_id, subject }) => {
        const count = photos.get(subject!)
        return count === undefined ? [] : [[entry_id, count] as const]
      }),
    )
  },
}

/** Copies of the same picture and shots taken one right after the other, and what customers decide about them. */
export const similarPhotos = defineDomain({
  name: 'similar-photos',
  dependsOn: ['journal', 'photos', 'albums', 'orders', 'projects', 'widgets'],
  tables: similarPhotoTables,
  routes: tidyUpRoutes,
  jobs: similarPhotoJobs,
  listeners: similarPhotoListeners,
  undo: [decisionUndo],
  eraseAccount: eraseRows(similarPhotoTables),
})

/**
 * Whether the account's photos are still being read, which ends with another job: a long upload is grouped every ten minutes
 * and at its end.
 */
async function isGroupedLater(ctx: Context, accountId: string): Promise<boolean> {
  const groupedAt = await findGroupedAt(ctx.db, accountId)
  const isRecent = groupedAt !== null && ctx.clock.now().getTime() - groupedAt.getTime() < LONGEST_WAIT_MS
  return isRecent && (await isIngestOfAccountWaiting(ctx.db, accountId))
}

/** Deletes decisions that can no longer be undone. */
async function cleanUpDecisions(ctx: Context, signal: AbortSignal): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - TIDY_UP_UNDO_DAYS * 86_400_000)
  while (!signal.aborted) {
    const accountIds = await listAccountsWithOldDecisions(ctx.db, before, ACCOUNTS_PER_STEP)
    for (const accountId of accountIds) await change(ctx, tx => deleteOldDecisions(tx, accountId, before))
    if (accountIds.length < ACCOUNTS_PER_STEP) return
  }
}

/** Counts how many photos undoing these decisions and runs would restore; those that would restore none are missing. */
async function countRestorable(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const decisions = await listOpenDecisions(db, accountId, ids)
  const binnedIds = decisions.flatMap(({ binned }) => binned)
  const deletedAt = await findDeletionInstants(db, accountId, binnedIds)
  const counts = new Map<string, number>()
  for (const { run_id, decision_id, binned, decided_at } of decisions) {
    const photos = binned.filter(id => deletedAt.get(id)?.getTime() === decided_at.getTime()).length
    const id = run_id ?? decision_id
    if (photos > 0) counts.set(id, (counts.get(id) ?? 0) + photos)
  }
  return counts
}
