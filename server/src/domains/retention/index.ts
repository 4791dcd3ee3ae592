import * as contract from '#contract/retention.ts'
import type { Context } from '../../context.ts'
import { type Domain, route } from '../../http/route.ts'
import { follows, type Listener } from '../../platform/events/events.ts'
import { activationStarted } from '../activation/index.ts'
import { postponeDeletion } from './reactivation.ts'
import { statusOf } from './status.ts'
import { retentionTables } from './tables.ts'

export { RETENTION_USAGE, retentionCommand } from './command.ts'
export { retentionJobs } from './job-kinds.ts'
export { handleRetentionJobs } from './jobs.ts'

export const retentionListeners = (ctx: Context): Listener[] => [
  follows(activationStarted, (tx, { accountId }) => postponeDeletion(ctx, tx, accountId)),
]

/** How long a library is kept. */
export const retention: Domain = {
  name: 'retention',
  tables: retentionTables,
  routes: [route(contract.getStorageStatus, ({ ctx, caller }) => statusOf(ctx, ctx.db, caller.accountId))],
}
