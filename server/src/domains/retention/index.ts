import * as contract from '#contract/retention.ts'
import { defineDomain } from '../../domain.ts'
import { route } from '../../http/route.ts'
import { on } from '../../platform/events/events.ts'
import { activationStarted } from '../activation/index.ts'
import { mailBounced } from '../mails/index.ts'
import { retentionCommand } from './commands/command.ts'
import { retentionEraser } from './erasure.ts'
import { postponeDeletion } from './expiration/postponement.ts'
import { retentionJobs } from './jobs.ts'
import { heldRunsSource, remindersSent, retentionRuns } from './metrics.ts'
import { REMINDER_MAIL, recordBouncedReminder } from './reminders/reminders.ts'
import { getStatus } from './status/status.ts'
import { retentionTables } from './tables.ts'

export { findErasure } from './journal.ts'

/** Deletes libraries at the end of their retention period, after reminders and with a grace period. */
export const retention = defineDomain({
  name: 'retention',
  dependsOn: ['brands', 'mails', 'customers', 'photos', 'activation', 'orders', 'projects'],
  metrics: { counted: [retentionRuns, remindersSent], sources: ctx => [heldRunsSource(ctx)] },
  tables: retentionTables,
  routes: [route(contract.getStorageStatus, ({ ctx, caller }) => getStatus(ctx, ctx.db, caller.accountId))],
  jobs: retentionJobs,
  listeners: [
    on(activationStarted, (ctx, tx, { accountId }) => postponeDeletion(ctx, tx, accountId)),
    on(mailBounced, async (ctx, tx, mail) => {
      if (mail.kind === REMINDER_MAIL) await recordBouncedReminder(ctx, tx, mail)
    }),
  ],
  commands: [retentionCommand],
  eraseAccount: retentionEraser,
})
