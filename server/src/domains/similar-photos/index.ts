import { defineDomain, eraseRows } from '../../domain.ts'
import { similarPhotoJobs } from './jobs.ts'
import { similarPhotoListeners } from './listeners.ts'
import { tidyUpRoutes } from './routes.ts'
import { getAccountRowsSql } from './store/account-rows.ts'
import { similarPhotoTables } from './tables.ts'

export { type DecisionSummary, listDecisionSummaries } from './decision-summaries.ts'
export { isBadlyLit, scoreLightAndSize } from './grouping/light-and-size.ts'
export { listDecisionInstants } from './store/decisions.ts'
export { listGroupedPhotos } from './store/grouped-photos.ts'

/** Copies of the same picture and shots taken one right after the other, and what customers decide about them (0187). */
export const similarPhotos = defineDomain({
  name: 'similar-photos',
  dependsOn: ['photos', 'albums', 'orders', 'projects', 'widgets'],
  tables: similarPhotoTables,
  routes: tidyUpRoutes,
  jobs: similarPhotoJobs,
  listeners: similarPhotoListeners,
  eraseAccount: eraseRows(getAccountRowsSql),
})
