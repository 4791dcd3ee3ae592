import { defineDomain, eraseRows } from '../../domain.ts'
import { defineJob, handleJob } from '../../platform/jobs/jobs.ts'
import { cleanUpProjects } from './erasure.ts'
import { projectRoutes } from './routes.ts'
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

/** Erases projects whose days in the bin are over, or that the retailer has deleted. */
const cleanUpProjectsJob = defineJob<Record<string, never>>('projects.clean-up', {
  schedule: '35 * * * *',
})

/** Saved projects: unfinished products in the retailer's editor. */
export const projects = defineDomain({
  name: 'projects',
  dependsOn: ['brands', 'services', 'retailer-outbox', 'customers', 'stored-pictures'],
  tables: projectTables,
  routes: projectRoutes,
  jobs: [handleJob(cleanUpProjectsJob, (ctx, _payloads, signal) => cleanUpProjects(ctx, signal))],
  eraseAccount: eraseRows(projectTables),
})
