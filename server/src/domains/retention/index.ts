import { brands } from '#brands/index.ts'
import * as contract from '#contract/retention.ts'
import { type Context, change, type Tx } from '../../context.ts'
import { type AccountEraser, defineDomain, eraseRows } from '../../domain.ts'
import { route } from '../../http/route.ts'
import { readRows } from '../../platform/db/read-rows.ts'
import { greaterThan, listFirstRows } from '../../platform/db/rows.ts'
import { on } from '../../platform/events/events.ts'
import { handleEach, handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { MailError } from '../../platform/mail/mail.ts'
import { activationStarted } from '../activation/index.ts'
import {
  computePeriod,
  findInvalidDate,
  findReactivatedDeletion,
  findTimeZone,
  lockCustomer,
  setMovedDeletion,
  toRetentionFacts,
} from '../customers/index.ts'
import { mailBounced } from '../mails/index.ts'
import { orderUpserted } from '../orders/index.ts'
import { retentionCommand } from './commands/command.ts'
import { advanceExpiration } from './expiration/expirations.ts'
import { runRetentionJob, sendRemindersJob } from './job-kinds.ts'
import { journal, journalUnlessRepeated } from './journal.ts'
import { heldRunsSource, remindersSent, retentionRuns } from './metrics.ts'
import { REMINDER_MAIL, recordBouncedReminder, sendReminder } from './reminders/reminders.ts'
import { runRetention } from './run/run.ts'
import { getStatus, publishStorageStatus } from './status/status.ts'
import { listDueReminders, type ReminderKey } from './store/reminders.ts'
import { retentionTables } from './tables.ts'

export { findErasure } from './journal.ts'

const PAGE = 100

/** Brands that are processed concurrently: as many as there are connections to the mail server. */
const CONCURRENCY = 4

/** A reminder that the mail server refused for now is due again after this long. */
const RETRY_AFTER_MS = 30 * 60_000

/** A brand stops after this many failures that are not the mail server's: the cause is no longer a single customer. */
const FAILURES_MAX = 10

const retentionJobs: readonly JobRegistration<Context>[] = [
  handleJob(runRetentionJob, async (ctx, _payloads, signal) => {
    try {
      await runRetention(ctx, signal)
      ctx.metrics.get(retentionRuns).inc({ outcome: 'completed' })
    } catch (error) {
      ctx.metrics.get(retentionRuns).inc({ outcome: 'failed' })
      throw error
    }
    await change(ctx, tx => ctx.jobs.send(tx, sendRemindersJob, [{}]))
  }),
  handleJob(sendRemindersJob, (ctx, _payloads, signal) => sendDueReminders(ctx, signal)),
  handleEach(orderUpserted, (ctx, { accountId }, signal) => onOrderUpserted(ctx, accountId, signal)),
]

const { retention_journal: _journal, ...erasedTables } = retentionTables
const rows = eraseRows(erasedTables)

/** Keeps the journal as the record of why and when photos were erased; its only personal data is the account id. */
const retentionEraser: AccountEraser = {
  count: rows.count,
  async erase(ctx, erasure) {
    const { accountId, by, rule } = erasure
    await journalUnlessRepeated(ctx.db, ctx.clock.now(), {
      event: 'account-erased',
      rule,
      actor: by,
      accountId,
    })
    await rows.erase(ctx, erasure)
  },
}

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
  caseLines: {
    async list({ db }, accountId, { since, limit }) {
      const key = { account_id: accountId, at: greaterThan(since) }
      return (await listFirstRows(db, 'retention_journal', key, limit, 'entry_id desc')).map(row => {
        const photos = row.photos !== null && `${row.photos} photos`
        const deadline = row.deadline && `deadline ${row.deadline.toISOString().slice(0, 10)}`
        const what = [row.event, `rule ${row.rule}`, photos, deadline, row.note].filter(Boolean).join(', ')
        return { at: row.at, who: 'retention', by: row.actor, what }
      })
    },
  },
  eraseAccount: retentionEraser,
})

/** Publishes the new date to open pages first, then restores expired photos. */
async function onOrderUpserted(ctx: Context, accountId: string, signal: AbortSignal): Promise<void> {
  await change(ctx, tx => publishStorageStatus(ctx, tx, accountId))
  await advanceExpiration(ctx, accountId, signal)
}

/**
 * Postpones the deletion date when a customer activates a legacy library, so that all reminders can be sent, whatever
 * the date of their last order. A later deletion date stays.
 */
async function postponeDeletion(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const now = ctx.clock.now()
  const customer = await lockCustomer(tx, accountId)
  const zone = customer && findTimeZone(customer.brand_id)
  if (!zone || findInvalidDate(toRetentionFacts(customer), now)) return
  const { deletion } = computePeriod(toRetentionFacts(customer), zone)
  const earliestDeletion = findReactivatedDeletion(deletion, now)
  if (earliestDeletion === deletion) return
  await setMovedDeletion(tx, accountId, earliestDeletion)
  await journal(tx.db, now, {
    event: 'deadline-moved',
    rule: 'reactivated',
    actor: 'customer',
    brandId: customer.brand_id,
    accountId,
    deadline: deletion,
    note: `to ${earliestDeletion.toISOString()}`,
  })
  await publishStorageStatus(ctx, tx, accountId)
}

/**
 * Sends the due reminders, as many of each brand as its rate allows, the nearest deletion dates first.
 * May run in parallel. A failure does not stop the others; failures are thrown at the end.
 */
export async function sendDueReminders(ctx: Context, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  const brandIds = brands.map(brand => brand.id)
  const runWorker = async () => {
    for (let brandId = brandIds.shift(); brandId !== undefined; brandId = brandIds.shift())
      failures.push(...(await sendBrandReminders(ctx, brandId, signal)))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker))
  if (failures.length > 0) throw new AggregateError(failures, 'Reminders failed for some customers')
}

/** Sends the due reminders of a brand; resolves with the failures. */
async function sendBrandReminders(ctx: Context, brandId: string, signal: AbortSignal): Promise<unknown[]> {
  const triedBefore = new Date(ctx.clock.now().getTime() - RETRY_AFTER_MS)
  const failures: unknown[] = []
  const dueReminders = readRows<ReminderKey>(PAGE, (last, limit) =>
    listDueReminders(ctx.db, brandId, triedBefore, last, limit),
  )
  for await (const key of dueReminders) {
    if (signal.aborted || failures.length >= FAILURES_MAX) return failures
    try {
      if ((await sendReminder(ctx, key)) === 'rate-reached') return failures
    } catch (error) {
      // The reminder is due again, and the failure has been logged.
      if (error instanceof MailError) continue
      ctx.log.error({ err: error, accountId: key.accountId }, 'reminder failed for a customer')
      failures.push(error)
    }
  }
  return failures
}
