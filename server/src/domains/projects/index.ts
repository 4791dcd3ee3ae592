import { defineDomain, eraseRows } from '../../domain.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { cleanUpProjects } from './erasure.ts'
import { cleanUpProjectsJob } from './job-kinds.ts'
import { projectRoutes } from './routes.ts'
import { getAccountRowsSql } from './store.ts'
import { projectTables } from './tables.ts'

export { eraseExpiredProjects } from './erasure.ts'
export {
  countProjects,
  countProjectsOfAccounts,
  expireProjects,
  listAccountsWithProjects,
  listDeletedProjects,
  listPhotosOfProjects,
  listProjectTitles,
  type ProjectRow,
  restoreExpiredProjects,
} from './store.ts'

/** Saved projects: unfinished products in the retailer's editor. */
export const projects = defineDomain({
  name: 'projects',
  dependsOn: ['brands', 'services', 'retailer-outbox', 'customers', 'stored-pictures'],
  tables: projectTables,
  routes: projectRoutes,
  jobs: [handleJob(cleanUpProjectsJob, (ctx, _payloads, signal) => cleanUpProjects(ctx, signal))],
  eraseAccount: eraseRows(getAccountRowsSql),
})
