import { type Context, change, type Tx } from '../../../context.ts'
import type { Command, CommandAction } from '../../../domain.ts'
import { parseCommandLine } from '../../../platform/command-line.ts'
import {
  type Customer,
  findCustomerByEmailOrId,
  findTimeZone,
  lockCustomer,
  setDelay,
  setDelayedDeletion,
  setMovedDeletion,
  toRetentionFacts,
} from '../../customers/index.ts'
import { advanceExpiration } from '../expiration/expirations.ts'
import { runRetentionJob } from '../job-kinds.ts'
import { journal } from '../journal.ts'
import { createDeadlineFilter } from '../rules/plan.ts'
import { confirmHeldRuns, listHeldRuns } from '../run/guard.ts'
import { publishStorageStatus } from '../status/status.ts'
import { listReminders } from '../store/reminders.ts'
import { dryRun } from './dry-run.ts'

export const retentionCommand: Command = {
  name: 'retention',
  parse(args) {
    const parsed = parseCommandLine(args, {
      'dry-run': { type: 'boolean' },
      'as-of': { type: 'string' },
      by: { type: 'string' },
      phase: { type: 'string' },
    })
    if (!parsed) return null
    const { words, values } = parsed
    const [verb, ...rest] = words
    const by = values.by?.trim()
    if (verb === undefined && values['dry-run']) {
      const asOf = values['as-of'] === undefined ? null : readDate(values['as-of'])
      return asOf === undefined
        ? null
        : (ctx, print) => exitZeroAfter(dryRun(ctx, asOf ?? ctx.clock.now(), print))
    }
    if (values['dry-run'] || values['as-of'] !== undefined) return null
    if (verb === 'run' && rest.length === 0) return queueRun
    if (verb === 'held' && rest.length === 0) return printHeldRuns
    if (verb === 'confirm' && rest.length === 1 && by) return createConfirmAction(rest[0]!, by, values.phase)
    if (verb === 'delay' && rest.length === 2 && by) return createDelayAction(rest[0]!, rest[1]!, by)
    return null
  },
}

const exitZeroAfter = async (work: Promise<unknown>) => {
  await work
  return 0
}

const RUN_QUEUED = 'A run is queued; a worker will start it.'

const queueRun: CommandAction = async (ctx, print) => {
  await change(ctx, tx => ctx.jobs.send(tx, runRetentionJob, [{}]))
  print(RUN_QUEUED)
  return 0
}

const printHeldRuns: CommandAction = async (ctx, print) => {
  const heldRuns = await listHeldRuns(ctx)
  for (const run of heldRuns) print(describeHeldRun(run))
  if (heldRuns.length === 0) print('No run awaits confirmation.')
  return 0
}

function createConfirmAction(brandId: string, by: string, phase: string | undefined): CommandAction | null {
  if (phase !== undefined && phase !== 'leave' && phase !== 'erase') return null
  return async (ctx, print) => {
    const confirmedRuns = await confirmHeldRuns(ctx, { brandId, by, ...(phase ? { phase } : {}) })
    for (const run of confirmedRuns) print(`Confirmed: ${describeHeldRun(run)}`)
    print(confirmedRuns.length > 0 ? RUN_QUEUED : `No run of ${brandId} awaits confirmation.`)
    return confirmedRuns.length > 0 ? 0 : 1
  }
}

function createDelayAction(emailOrId: string, date: string, by: string): CommandAction | null {
  const until = date === 'none' ? null : readDate(date)
  if (until === undefined) return null
  return async (ctx, print) => {
    if (until && until <= ctx.clock.now()) {
      print('The date must be in the future.')
      return 1
    }
    const accountId = await delayDeletion(ctx, { emailOrId, until, by })
    print(
      accountId
        ? `${accountId}: ${until ? `kept at least until ${until.toISOString()}` : 'no delay'}`
        : 'No such customer.',
    )
    return accountId ? 0 : 1
  }
}

const describeHeldRun = ({
  brandId,
  phase,
  day,
  due,
  customers,
}: Awaited<ReturnType<typeof listHeldRuns>>[number]) =>
  `${brandId} ${phase} on ${day}: ${due} of ${customers} customers would lose photos`

/** A day without a time means the time of the daily run; undefined for an invalid date. */
function readDate(text: string): Date | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  if (!isDay && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const date = new Date(isDay ? `${text}T09:15:00Z` : text)
  if (Number.isNaN(date.getTime())) return undefined
  // JavaScript parses 30 February as 2 March.
  return isDay && date.toISOString().slice(0, 10) !== text ? undefined : date
}

/**
 * Sets the delayed deletion date of customer care: the photos are kept at least until then; null removes it.
 * Photos that expired already are restored. A date that becomes earlier is at least 30 days from now, although the
 * customer may have been reminded of it before the delay. Returns the account id; null for an unknown e-mail address or
 * account id.
 * Throws AmbiguousAddressError.
 */
async function delayDeletion(
  ctx: Context,
  { emailOrId, until, by }: { emailOrId: string; until: Date | null; by: string },
): Promise<string | null> {
  const customer = await findCustomerByEmailOrId(ctx.db, emailOrId)
  if (!customer) return null
  const accountId = customer.account_id
  await change(ctx, async tx => {
    const locked = await lockCustomer(tx, accountId)
    await setDelayedDeletion(tx, accountId, until)
    if (locked) await postponeEarlierDeletion(ctx, tx, locked, until)
    await journal(tx.db, ctx.clock.now(), {
      event: 'deadline-delayed',
      rule: 'customer-care',
      actor: by,
      brandId: customer.brand_id,
      accountId,
      deadline: until,
    })
    await publishStorageStatus(ctx, tx, accountId)
  })
  await advanceExpiration(ctx, accountId)
  return accountId
}

/** Postpones the deletion if the new delay makes it earlier than the customer has read until now. */
async function postponeEarlierDeletion(
  ctx: Context,
  tx: Tx,
  customer: Customer,
  until: Date | null,
): Promise<void> {
  const zone = findTimeZone(customer.brand_id)
  if (!zone) return
  const reminders = (await listReminders(tx.db, [customer.account_id])).get(customer.account_id) ?? []
  const facts = toRetentionFacts(customer)
  const { movedDeletionAt } = setDelay(facts, until, createDeadlineFilter(reminders), ctx.clock.now(), zone)
  if (movedDeletionAt && movedDeletionAt !== facts.movedDeletionAt)
    await setMovedDeletion(tx, customer.account_id, movedDeletionAt)
}
