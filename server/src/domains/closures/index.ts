import { type Domain, defineDomain } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { accountReopened } from '../identity/index.ts'
import { eraseAccountCommand } from './erase-account-command.ts'
import { closureEraser } from './erasure.ts'
import { runClosuresJob, tellRetailerJob } from './job-kinds.ts'
import { onAccountReopened } from './keeping.ts'
import { closureRoutes } from './routes.ts'
import { runClosures } from './run.ts'
import { closureTables } from './tables.ts'
import { tellRetailer } from './tell-retailer.ts'

/** Account deletion: closed at once, erased after a grace period. `domains` are all of them, this one included. */
export const closures = (domains: () => readonly Domain[]) =>
  defineDomain({
    name: 'closures',
    dependsOn: [
      'customers',
      'identity',
      'photos',
      'activation',
      'albums',
      'exports',
      'orders',
      'invoices',
      'projects',
      'widgets',
      'retention',
    ],
    tables: closureTables,
    routes: closureRoutes,
    jobs: [
      handleJob(runClosuresJob, (ctx, _payloads, signal) => runClosures(ctx, domains(), signal)),
      handleJob(tellRetailerJob, async (ctx, payloads) => {
        for (const { erasedId } of payloads) await tellRetailer(ctx, erasedId)
      }),
    ],
    listeners: [on(accountReopened, onAccountReopened)],
    commands: [eraseAccountCommand(domains)],
    eraseAccount: closureEraser,
  })
