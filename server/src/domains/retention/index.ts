import * as contract from '#contract/retention.ts'
import { type Domain, route } from '../../http/route.ts'
import { statusOf } from './status.ts'

export { RETENTION_USAGE, retentionCommand } from './command.ts'
export { retentionJobs } from './job-kinds.ts'
export { handleRetentionJobs } from './jobs.ts'

/** How long a library is kept. */
export const retention: Domain = {
  name: 'retention',
  routes: [route(contract.getStorageStatus, ({ ctx, caller }) => statusOf(ctx, ctx.db, caller.accountId))],
}
