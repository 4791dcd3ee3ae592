import { brands } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { REMINDER_DAYS } from '#contract/retention.ts'
import type { Context } from '../../../context.ts'
import { addDays, type Customer, countCustomers, type Reminder } from '../../customers/index.ts'
import { getLibrarySizes, type PhotoAmount } from '../../photos/index.ts'
import type { Step } from '../rules/plan.ts'
import { getGuardLimit } from '../run/guard.ts'
import { planSteps } from '../run/run.ts'
import { listExpirationsToErase } from '../store/expirations.ts'

/**
 * Prints what a run would do at `asOf`, without changing anything. For a day in the future it assumes that the runs
 * until then send their reminders and that no customer orders.
 */
export async function dryRun(ctx: Context, asOf: Date, print: (line: string) => void): Promise<void> {
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
