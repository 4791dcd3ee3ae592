import { defineDomain, eraseRows } from '../../domain.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { apiKeyAccess } from './access.ts'
import { recordCalls } from './calls/record-calls.ts'
import { cleanUp } from './clean-up.ts'
import { apiKeyExpiring } from './events.ts'
import { cleanUpApiKeys, remindOfExpiringKeys } from './job-kinds.ts'
import { remindOwners } from './reminders.ts'
import { apiKeyRoutes } from './routes.ts'
import { getAccountRowsSql } from './store/keys.ts'
import { apiKeyTables } from './tables.ts'

export { authenticateKey } from './authenticate.ts'
export { apiKeyExpiring } from './events.ts'

/** Keys with which systems of business customers make calls, and the log of these calls. */
export const apiKeys = defineDomain({
  name: 'api-keys',
  dependsOn: ['customers', 'identity'],
  tables: apiKeyTables,
  routes: apiKeyRoutes,
  mount: recordCalls,
  jobs: [handleJob(remindOfExpiringKeys, remindOwners), handleJob(cleanUpApiKeys, cleanUp)],
  emits: [apiKeyExpiring],
  access: [apiKeyAccess],
  eraseAccount: eraseRows(getAccountRowsSql),
})
