import { brands } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { REMINDER_DAYS } from '#contract/retention.ts'
import type { Context } from '../../../context.ts'
import { type Customer, countCustomers } from '../../customers/index.ts'
import { getLibrarySize, type PhotoAmount } from '../../photos/index.ts'
import { dayIn, daysLater } from '../rules/period.ts'
import type { Reminder, Step } from '../rules/plan.ts'
import { guardLimit } from '../run/guard.ts'
import { planSteps } from '../run/run.ts'
import { listExpirationsToErase } from '../store/expirations.ts'

/**
 * Tells what a run would do at `asOf`, and does nothing. For a day to come it supposes that the runs until then send
 * their reminders and that nobody orders.
 */
export async function dryRun(ctx: Context, asOf: Date, print: (line: string) => void): Promise<void> {
  const now = ctx.clock.now()
  print(`Retention as of ${asOf.toISOString()}: nothing is changed.`)
  const sums: Record<string, number> = {}
  for (const brand of brands) {
    const lines = await linesOf(ctx, brand, now, asOf, sums)
    if (lines.length === 0) continue
    print(`\n${brand.id} (${brand.timeZone})`)
    for (const line of lines) print(`  ${line}`)
  }
  const told = Object.entries(sums).map(([what, count]) => `${count} ${what}`)
  print(`\nTogether: ${told.join(', ') || 'nothing to do'}.`)
}

async function linesOf(
  ctx: Context,
  brand: Brand,
  now: Date,
  asOf: Date,
  sums: Record<string, number>,
): Promise<string[]> {
  const lines: string[] = []
  const count = (what: string) => {
    sums[what] = (sums[what] ?? 0) + 1
  }
  let leaving = 0
  const then = { db: ctx.db, clock: { now: () => asOf } }
  for await (const { customer, step } of planSteps(then, brand, assumeReminders(now, asOf, brand.timeZone))) {
    if (step.do === 'leave') leaving++
    count(WORDS[step.do])
    lines.push(lineOf(customer, step, await getLibrarySize(ctx.db, customer.account_id)))
  }
  const erasing = await listExpirationsToErase(ctx.db, brand.id, asOf)
  for (const { account_id, erase_at, photos, bytes } of erasing) {
    count('to erase')
    const amount = amountText({ photos, bytes: Number(bytes) })
    lines.push(`erase   ${account_id}  grace over ${erase_at.toISOString()}  ${amount}`)
  }
  const customers = await countCustomers(ctx.db, brand.id)
  for (const [phase, due] of [
    ['leave', leaving],
    ['erase', erasing.length],
  ] as const)
    if (due > guardLimit(ctx, customers))
      lines.push(
        `GUARD   ${phase}: ${due} of ${customers} customers, waits for 'retention confirm ${brand.id}'`,
      )
  return lines
}

const WORDS = {
  leave: 'to leave',
  remind: 'to remind',
  move: 'to move',
  skip: 'skipped',
  nothing: 'nothing',
} as const

function lineOf({ account_id }: Customer, step: Step, library: PhotoAmount): string {
  const what = step.do.padEnd(8)
  const deadline = step.period ? `${step.period.deletion.toISOString()} (${step.period.rule})` : ''
  const more =
    step.do === 'remind'
      ? `${step.daysBefore} days before`
      : step.do === 'move'
        ? `to ${step.to.toISOString()}: no reminder in time`
        : step.do === 'skip'
          ? step.reason
          : ''
  return [`${what}${account_id}`, deadline, amountText(library), more].filter(Boolean).join('  ')
}

const amountText = ({ photos, bytes }: PhotoAmount) =>
  `${photos} photos, ${(bytes / 1024 ** 2).toFixed(1)} MB`

/** The reminders of one deadline, and those that runs between now and then would have sent. */
function assumeReminders(now: Date, asOf: Date, timeZone: string) {
  return (deadline: Date, known: readonly Reminder[]): readonly Reminder[] => {
    const supposed = REMINDER_DAYS.map((daysBefore): Reminder => {
      const at = daysLater(deadline, -daysBefore)
      return { daysBefore, state: 'sent', at: at > now ? at : now }
    }).filter(
      ({ daysBefore, at }) =>
        dayIn(at, timeZone) < dayIn(asOf, timeZone) &&
        !known.some(notice => notice.daysBefore === daysBefore),
    )
    return [...known, ...supposed]
  }
}
