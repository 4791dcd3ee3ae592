import { DRAFT_DAYS } from '#contract/selection-drafts.ts'
import type { Context } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { cleanUpDraftsJob } from './job-kinds.ts'
import { photoSuggestionRoutes } from './routes.ts'
import { deleteOldDrafts, getAccountRowsSql } from './store.ts'
import { photoSuggestionTables } from './tables.ts'

/** Suggested selections: photos that cover a time, chosen by rules that can be explained, and changed by the customer. */
export const photoSuggestions = defineDomain({
  name: 'photo-suggestions',
  dependsOn: ['identity', 'photos', 'albums', 'orders', 'similar-photos'],
  tables: photoSuggestionTables,
  routes: photoSuggestionRoutes,
  jobs: [handleJob(cleanUpDraftsJob, (ctx, _payloads, signal) => cleanUpDrafts(ctx, signal))],
  eraseAccount: eraseRows(getAccountRowsSql),
})

const BATCH = 500

async function cleanUpDrafts(ctx: Context, signal: AbortSignal): Promise<void> {
  const changedBefore = new Date(ctx.clock.now().getTime() - DRAFT_DAYS * 86_400_000)
  while (!signal.aborted && (await deleteOldDrafts(ctx.db, changedBefore, BATCH)) === BATCH) {}
}
