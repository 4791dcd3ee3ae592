import { defineDomain, eraseRows } from '../../domain.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { cleanUpDrafts } from './clean-up.ts'
import { cleanUpDraftsJob } from './job-kinds.ts'
import { photoSuggestionRoutes } from './routes.ts'
import { getAccountRowsSql } from './store.ts'
import { photoSuggestionTables } from './tables.ts'

/** Suggested selections: photos that cover a time, chosen by rules that can be explained, and changed by the customer. */
export const photoSuggestions = defineDomain({
  name: 'photo-suggestions',
  dependsOn: ['identity', 'photos', 'albums', 'similar-photos'],
  tables: photoSuggestionTables,
  routes: photoSuggestionRoutes,
  jobs: [handleJob(cleanUpDraftsJob, (ctx, _payloads, signal) => cleanUpDrafts(ctx, signal))],
  eraseAccount: eraseRows(getAccountRowsSql),
})
