import { defineDomain, eraseRows } from '../../domain.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { cleanUpTempSelectionsJob } from './job-kinds.ts'
import { tempSelectionRoutes } from './routes.ts'
import { deleteExpiredSelections, getAccountRowsSql } from './store.ts'
import { tempSelectionTables } from './tables.ts'

/** Photos chosen for the prints editor, frozen for a day (OP-28). */
export const tempSelections = defineDomain({
  name: 'temp-selections',
  dependsOn: ['services', 'customers', 'identity', 'photos', 'albums'],
  tables: tempSelectionTables,
  routes: tempSelectionRoutes,
  jobs: [handleJob(cleanUpTempSelectionsJob, ctx => deleteExpiredSelections(ctx.db, ctx.clock.now()))],
  eraseAccount: eraseRows(getAccountRowsSql),
})
