import { brands } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { Context } from '../../../context.ts'
import { readRows } from '../../../platform/db/read-rows.ts'
import {
  type Customer,
  computePeriod,
  type Reminder,
  type RetentionFacts,
  toRetentionFacts,
} from '../../customers/index.ts'
import { advanceExpiration, startErasure, startExpiration } from '../expiration/expirations.ts'
import { recordUnfinishedReminders } from '../reminders/reminders.ts'
import { createDeadlineFilter, planStep, type Step } from '../rules/plan.ts'
import { listCandidates } from '../store/candidates.ts'
import { type Expiration, listExpirationsToErase, listOpenExpirations } from '../store/expirations.ts'
import { executeSteps } from './execute-steps.ts'
import { passesGuard } from './guard.ts'

const PAGE = 500
/** The run stops after this many failures: the cause is no longer a single customer. */
const FAILURES_MAX = 10

/**
 * Executes one run: resumes open expirations; then, brand by brand, makes reminders due, postpones dates that
 * no reminder preceded in time, expires libraries at their deletion date, and erases those whose grace period is over.
 * Idempotent; may run in parallel and may crash at any point. Reminders are only made due: `sendDueReminders` sends
 * them. One customer's failure does not stop the others; the run throws at the end.
 */
export async function runRetention(ctx: Context, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  const attempt: Attempt = async (accountId, work) => {
    if (signal.aborted) return
    try {
      await work()
    } catch (error) {
      ctx.log.error({ err: error, accountId }, 'retention failed for a customer')
      failures.push(error)
      if (failures.length >= FAILURES_MAX) throw new AggregateError(failures, 'Retention gave up')
    }
  }
  await recordUnfinishedReminders(ctx)
  await resumeExpirations(ctx, attempt, signal)
  for (const brand of brands) {
    await expireLibraries(ctx, brand, attempt, signal)
    await eraseLibraries(ctx, brand, attempt, signal)
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Retention failed for some customers')
}

type Attempt = (accountId: string, work: () => Promise<unknown>) => Promise<void>

async function resumeExpirations(ctx: Context, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const expirations = readRows<Expiration>(PAGE, (last, limit) =>
    listOpenExpirations(ctx.db, last?.account_id ?? '', limit),
  )
  for await (const { account_id } of expirations)
    await attempt(account_id, () => advanceExpiration(ctx, account_id, signal))
}

async function expireLibraries(
  ctx: Context,
  brand: Brand,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<void> {
  const dueAccountIds: string[] = []
  for await (const page of planSteps(ctx, brand)) {
    const isDue = ({ step }: PlannedStep) => step.action === 'expire'
    dueAccountIds.push(...page.filter(isDue).map(({ customer }) => customer.account_id))
    const otherAccountIds = page.filter(planned => !isDue(planned)).map(({ customer }) => customer.account_id)
    await executePageSteps(ctx, brand, otherAccountIds, attempt, signal)
  }
  if (!(await passesGuard(ctx, brand, 'leave', dueAccountIds.length))) return
  for (const accountId of dueAccountIds)
    await attempt(accountId, async () => {
      if (await startExpiration(ctx, accountId)) await advanceExpiration(ctx, accountId, signal)
    })
}

/**
 * Executes the steps of a page of customers at once, and one by one when that fails, so that one customer's failure
 * does not stop the others.
 */
async function executePageSteps(
  ctx: Context,
  brand: Brand,
  accountIds: readonly string[],
  attempt: Attempt,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || accountIds.length === 0) return
  try {
    await executeSteps(ctx, brand, accountIds)
  } catch (error) {
    ctx.log.warn(
      { err: error, brand: brand.id },
      'retention failed for a page of customers, it is repeated one by one',
    )
    for (const accountId of accountIds) await attempt(accountId, () => executeSteps(ctx, brand, [accountId]))
  }
}

async function eraseLibraries(
  ctx: Context,
  brand: Brand,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<void> {
  const due = await listExpirationsToErase(ctx.db, brand.id, ctx.clock.now())
  if (!(await passesGuard(ctx, brand, 'erase', due.length))) return
  for (const { account_id } of due)
    await attempt(account_id, async () => {
      if (await startErasure(ctx, account_id)) await advanceExpiration(ctx, account_id, signal)
    })
}

export interface PlannedStep {
  customer: Customer
  step: Step
}

/**
 * Yields the due steps in pages of a brand's customers, by account id; read-only. A dry run of a later day changes the
 * stored reminders with `adjust`, and plans each customer at the deletion date if it is between `from` and that day: the
 * run of that date would have changed it.
 */
export async function* planSteps(
  ctx: Pick<Context, 'db' | 'clock'>,
  brand: Pick<Brand, 'id' | 'timeZone'>,
  forecast?: {
    adjust: (deadline: Date, reminders: readonly Reminder[]) => readonly Reminder[]
    from: Date
  },
): AsyncGenerator<PlannedStep[]> {
  const now = ctx.clock.now()
  let after = ''
  for (;;) {
    const page = await listCandidates(ctx.db, brand.id, now, after, PAGE)
    const steps = page.map(({ customer, reminders }): PlannedStep => {
      const facts = toRetentionFacts(customer)
      const getStoredReminders = createDeadlineFilter(reminders)
      const getReminders = (deadline: Date) => {
        const stored = getStoredReminders(deadline)
        return forecast ? forecast.adjust(deadline, stored) : stored
      }
      const at = forecast ? findRunInstant(facts, forecast.from, now, brand.timeZone) : now
      return { customer, step: planStep(facts, getReminders, at, brand.timeZone) }
    })
    yield steps.filter(({ step }) => step.action !== 'nothing')
    if (page.length < PAGE) return
    after = page.at(-1)!.customer.account_id
  }
}

/** Returns the deletion date if it is between `from` and `until`, else the nearer of both. */
function findRunInstant(facts: RetentionFacts, from: Date, until: Date, timeZone: string): Date {
  const { deletion } = computePeriod(facts, timeZone)
  if (deletion >= until || until <= from) return until
  return deletion > from ? deletion : from
}
