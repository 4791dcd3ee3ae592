import { TIDY_UP_UNDO_DAYS } from '#contract/tidy-up.ts'
import { type Context, change, type Reader } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { handleEach, handleJob, type JobRegistration, runOnSchedule } from '../../platform/jobs/jobs.ts'
import { findDeletionInstants, isIngestOfAccountWaiting } from '../photos/index.ts'
import { decideAll } from './decide-all.ts'
import { groupPhotos } from './group-photos.ts'
import { decideAllJob, groupPhotosJob } from './job-kinds.ts'
import { similarPhotoListeners } from './listeners.ts'
import { tidyUpRoutes } from './routes.ts'
import { deleteOldDecisions, listAccountsWithOldDecisions, listOpenDecisions } from './store/decisions.ts'
import { findGroupedAt } from './store/groupings.ts'
import { similarPhotoTables } from './tables.ts'

export { isBadlyLit, scoreLightAndSize } from './grouping/recommend.ts'
export { listDecisionInstants } from './store/decisions.ts'
export { listGroupedPhotos } from './store/grouped-photos.ts'

const similarPhotoJobs: readonly JobRegistration<Context>[] = [
  handleJob(groupPhotosJob, async (ctx, payloads) => {
    for (const { accountId } of payloads)
      if (!(await isGroupedLater(ctx, accountId))) await groupPhotos(ctx, accountId)
  }),
  handleEach(decideAllJob, decideAll),
  runOnSchedule('similar-photos.tidy', '47 3 * * *', cleanUpDecisions, { leaseSeconds: 900 }),
]

const LONGEST_WAIT_MS = 10 * 60_000

const ACCOUNTS_PER_STEP = 500

/** Copies of the same picture and shots taken one right after the other, and what customers decide about them. */
export const similarPhotos = defineDomain({
  name: 'similar-photos',
  dependsOn: ['photos', 'albums', 'orders', 'projects', 'widgets'],
  tables: similarPhotoTables,
  routes: tidyUpRoutes,
  jobs: similarPhotoJobs,
  listeners: similarPhotoListeners,
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

/** What the activity lists: a decision, or a run with all of its decisions. */
export interface DecisionSummary {
  id: string
  /** How many photos undoing it would restore. */
  photos: number
  decidedAt: Date
}

/** Lists decisions since `since` whose undo would restore photos, the latest first. */
export async function listDecisionSummaries(
  db: Reader,
  accountId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<DecisionSummary[]> {
  const decisions = await listOpenDecisions(db, accountId, since)
  if (decisions.length === 0) return []
  const deletedAt = await findDeletionInstants(
    db,
    accountId,
    decisions.flatMap(({ binned }) => binned),
  )
  const summaries = new Map<string, DecisionSummary>()
  for (const { run_id, decision_id, binned, decided_at } of decisions) {
    const id = run_id ?? decision_id
    const { photos, decidedAt } = summaries.get(id) ?? { photos: 0, decidedAt: decided_at }
    summaries.set(id, {
      id,
      photos:
        photos + binned.filter(photoId => deletedAt.get(photoId)?.getTime() === decided_at.getTime()).length,
      decidedAt: decided_at > decidedAt ? decided_at : decidedAt,
    })
  }
  return [...summaries.values()]
    .filter(({ photos }) => photos > 0)
    .toSorted((a, b) => b.decidedAt.getTime() - a.decidedAt.getTime())
    .slice(0, limit)
}
