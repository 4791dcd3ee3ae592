import { brands } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { REMINDER_DAYS } from '#contract/retention.ts'
import { type Context, change, type Tx } from '../../../context.ts'
import type { Command, CommandAction } from '../../../domain.ts'
import { parseCommandLine } from '../../../platform/command-line.ts'
import {
  addDays,
  type Customer,
  countCustomers,
  findCustomerByEmailOrId,
  findTimeZone,
  lockCustomer,
  type Reminder,
  setDelay,
  setDelayedDeletion,
  setMovedDeletion,
  toRetentionFacts,
} from '../../customers/index.ts'
import { getLibrarySizes, type PhotoAmount } from '../../photos/index.ts'
import { advanceExpiration } from '../expiration/expirations.ts'
import { runRetentionJob } from '../job-kinds.ts'
import { journal } from '../journal.ts'
import { createDeadlineFilter, type Step } from '../rules/plan.ts'
import { confirmHeldRuns, getGuardLimit, listHeldRuns } from '../run/guard.ts'
import { planSteps } from '../run/run.ts'
import { publishStorageStatus } from '../status/status.ts'
import { listExpirationsToErase } from '../store/expirations.ts'
import { listReminders } from '../store/reminders.ts'

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

/**
 * Prints what a run would do at `asOf`, without changing anything. For a day in the future it assumes that the runs
 * until then send their reminders and that no customer orders.
 */
async function dryRun(ctx: Context, asOf: Date, print: (line: string) => void): Promise<void> {
  const now = ctx.clock.now()
  print(`Retention as of ${asOf.toISOString()}: nothing is changed.`)
  const totals: Record<string, number> = {}
  for (const brand of brands) {
    const lines = await reportBrand(ctx, brand, now, asOf, totals)
    if (lines.length === 0) continue
    print(`\n${brand.id} (${brand.timeZone})`)
    for (const line of lines) print(`  ${line}`)
  }
  const summary = Object.entries(totals).map(([label, count]) => `${count} ${label}`)
  print(`\nTotal: ${summary.join(', ') || 'nothing to do'}.`)
}

/** Returns the report lines of one brand; adds to `totals`. */
async function reportBrand(
  ctx: Context,
  brand: Brand,
  now: Date,
  asOf: Date,
  totals: Record<string, number>,
): Promise<string[]> {
  const lines: string[] = []
  const increment = (label: string) => {
    totals[label] = (totals[label] ?? 0) + 1
  }
  let expiring = 0
  const future = { db: ctx.db, clock: { now: () => asOf } }
  const forecast = { adjust: createReminderForecast(now, asOf, brand.timeZone), from: now }
  let mails = 0
  for await (const page of planSteps(future, brand, forecast)) {
    const accountIds = page.map(({ customer }) => customer.account_id)
    const sizes = await getLibrarySizes(ctx.db, accountIds)
    for (const { customer, step } of page) {
      if (step.action === 'expire') expiring++
      // The moved date has a reminder, too.
      if (step.action === 'remind' || step.action === 'postpone') mails++
      increment(LABELS_BY_ACTION[step.action].total)
      lines.push(describeStep(customer, step, sizes.get(customer.account_id)!))
    }
  }
  const toErase = await listExpirationsToErase(ctx.db, brand.id, asOf)
  for (const { account_id, erase_at, photos, bytes } of toErase) {
    increment('to erase')
    const amount = formatAmount({ photos, bytes: Number(bytes) })
    lines.push(`erase   ${account_id}  grace period over ${erase_at.toISOString()}  ${amount}`)
  }
  if (mails > 0) lines.push(describeMailDuration(mails, ctx.config.retention.mailsPerHour))
  const customers = await countCustomers(ctx.db, brand.id)
  for (const [phase, due] of [
    ['leave', expiring],
    ['erase', toErase.length],
  ] as const)
    if (due > getGuardLimit(ctx, customers))
      lines.push(`GUARD   ${phase}: ${due} of ${customers} customers, awaits 'retention confirm ${brand.id}'`)
  return lines
}

function describeMailDuration(mails: number, perHour: number): string {
  const hours = (mails / perHour).toFixed(1)
  return `MAILS   ${mails} reminders take ${hours} hours at ${perHour} an hour, the nearest deletion dates first`
}

/** What the report calls an action, in a customer's line and in the totals. */
const LABELS_BY_ACTION: Record<Step['action'], { line: string; total: string }> = {
  expire: { line: 'leave', total: 'to leave' },
  remind: { line: 'remind', total: 'to remind' },
  postpone: { line: 'move', total: 'to move' },
  skip: { line: 'skip', total: 'skipped' },
  nothing: { line: 'nothing', total: 'nothing' },
}

function describeStep({ account_id }: Customer, step: Step, library: PhotoAmount): string {
  const action = LABELS_BY_ACTION[step.action].line.padEnd(8)
  const deadline = step.period ? `${step.period.deletion.toISOString()} (${step.period.rule})` : ''
  const details =
    step.action === 'remind'
      ? `${step.daysBefore} days before`
      : step.action === 'postpone'
        ? `to ${step.to.toISOString()}: no reminder in time`
        : step.action === 'skip'
          ? step.reason
          : ''
  return [`${action}${account_id}`, deadline, formatAmount(library), details].filter(Boolean).join('  ')
}

const formatAmount = ({ photos, bytes }: PhotoAmount) =>
  `${photos} photos, ${(bytes / 1024 ** 2).toFixed(1)} MB`

/** Returns a function that adds the reminders that the runs from `now` to `asOf` would have sent before a deadline. */
function createReminderForecast(now: Date, asOf: Date, timeZone: string) {
  return (deadline: Date, storedReminders: readonly Reminder[]): readonly Reminder[] => {
    const assumed = REMINDER_DAYS.map((daysBefore): Reminder => {
      const at = addDays(deadline, -daysBefore)
      return { daysBefore, state: 'sent', at: at > now ? at : now }
    }).filter(
      ({ daysBefore, at }) =>
        formatCalendarDay(at, timeZone) < formatCalendarDay(asOf, timeZone) &&
        !storedReminders.some(reminder => reminder.daysBefore === daysBefore),
    )
    return [...storedReminders, ...assumed]
  }
}
