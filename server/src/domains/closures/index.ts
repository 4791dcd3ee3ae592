import type { Context } from '../../context.ts'
import { type Domain, defineDomain } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { accountReopened } from '../customers/index.ts'
import { eraseDueClosures } from './due-closures.ts'
import { createEraseAccountCommand } from './erase-account-command.ts'
import { closureEraser } from './erasure.ts'
import { eraseClosedAccountsJob } from './job-kinds.ts'
import { closureRoutes } from './routes.ts'
import { endClosures } from './store.ts'
import { closureTables } from './tables.ts'

/** Account deletion: closed at once, erased after a grace period. */
export const closures = defineDomain({
  name: 'closures',
  dependsOn: [
    'retailer-outbox',
    'customers',
    'identity',
    'photos',
    'activation',
    'albums',
    'orders',
    'invoices',
    'projects',
    'widgets',
    'retention',
  ],
  tables: closureTables,
  routes: closureRoutes,
  listeners: [on(accountReopened, (ctx, tx, { accountId }) => endClosures(tx, accountId, ctx.clock.now()))],
  eraseAccount: closureEraser,
})

/** Creates the job and the command that erase accounts from all of these domains. */
export const createAccountErasure = (
  domains: readonly Domain[],
): Required<Pick<Domain, 'jobs' | 'commands'>> => ({
  jobs: [
    handleJob(eraseClosedAccountsJob, (ctx: Context, _payloads, signal) =>
      eraseDueClosures(ctx, domains, signal),
    ),
  ],
  commands: [createEraseAccountCommand(domains)],
})
