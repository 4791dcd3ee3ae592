import { brands } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { type Context, change } from '../../../context.ts'
import { lockCustomer, setMovedDeletion, toRetentionFacts } from '../../customers/index.ts'
import { advanceExpiration, startErasure, startExpiration } from '../expiration/expirations.ts'
import { DAILY_JOB, journal, journalUnlessRepeated } from '../journal.ts'
import { recordUnfinishedReminders, scheduleReminder } from '../reminders/reminders.ts'
import { planStep, type Reminder, remindersForDeadline, type Step } from '../rules/plan.ts'
import { publishStorageStatus } from '../status/status.ts'
import { type Candidate, listCandidates } from '../store/candidates.ts'
import { listExpirationsToErase, listOpenExpirations } from '../store/expirations.ts'
import { listReminders } from '../store/reminders.ts'
import { passesGuard } from './guard.ts'

const PAGE = 500
/** The run gives up after this many failures: the cause is no longer a single customer. */
const FAILURES_MAX = 10

/**
 * One run (OP-01): resumes open expirations; then, brand by brand, sends reminders, moves dates that no reminder could
 * precede in time, expires libraries at their deletion date, and erases those whose grace period is over. It is
 * idempotent, may run in parallel and may crash at any point. One customer's failure does not stop the others; the run
 * throws at the end.
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
  let after = ''
  for (;;) {
    const page = await listOpenExpirations(ctx.db, after, PAGE)
    for (const { account_id } of page)
      await attempt(account_id, () => advanceExpiration(ctx, account_id, signal))
    if (page.length < PAGE) return
    after = page.at(-1)!.account_id
  }
}

async function expireLibraries(
  ctx: Context,
  brand: Brand,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<void> {
  const due: string[] = []
  for await (const { customer, step } of planSteps(ctx, brand)) {
    const accountId = customer.account_id
    if (step.action === 'leave') due.push(accountId)
    else await attempt(accountId, () => executeStep(ctx, customer, step))
  }
  if (!(await passesGuard(ctx, brand, 'leave', due.length))) return
  for (const accountId of due)
    await attempt(accountId, async () => {
      if (await startExpiration(ctx, accountId)) await advanceExpiration(ctx, accountId, signal)
    })
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

/** The steps to do now, library by library of a brand; read-only. `adjust` may change the known reminders (dry run). */
export async function* planSteps(
  ctx: Pick<Context, 'db' | 'clock'>,
  brand: Pick<Brand, 'id' | 'timeZone'>,
  adjust: (deadline: Date, reminders: readonly Reminder[]) => readonly Reminder[] = (_deadline, reminders) =>
    reminders,
): AsyncGenerator<{ customer: Candidate['customer']; step: Step }> {
  const now = ctx.clock.now()
  let after = ''
  for (;;) {
    const page = await listCandidates(ctx.db, brand.id, now, after, PAGE)
    for (const { customer, reminders } of page) {
      const known = remindersForDeadline(reminders)
      const step = planStep(
        toRetentionFacts(customer),
        deadline => adjust(deadline, known(deadline)),
        now,
        brand.timeZone,
      )
      if (step.action !== 'nothing') yield { customer, step }
    }
    if (page.length < PAGE) return
    after = page.at(-1)!.customer.account_id
  }
}

async function executeStep(ctx: Context, customer: Candidate['customer'], step: Step): Promise<void> {
  if (step.action === 'remind') await scheduleReminder(ctx, customer.account_id)
  if (step.action === 'move') await moveDeletionDate(ctx, customer.account_id)
  if (step.action === 'skip')
    await journalUnlessRepeated(ctx.db, ctx.clock.now(), {
      event: 'skipped',
      rule: step.reason,
      actor: DAILY_JOB,
      brandId: customer.brand_id,
      accountId: customer.account_id,
    })
}

/**
 * Postpones the deletion date because no reminder was sent in time, and schedules the first reminder of the new one.
 */
async function moveDeletionDate(ctx: Context, accountId: string): Promise<void> {
  const now = ctx.clock.now()
  await change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    const brand = brands.find(each => each.id === customer?.brand_id)
    if (!customer || customer.deleted_at || !brand) return
    const reminders = (await listReminders(tx.db, [accountId])).get(accountId) ?? []
    const step = planStep(toRetentionFacts(customer), remindersForDeadline(reminders), now, brand.timeZone)
    if (step.action !== 'move' || !step.period) return
    await setMovedDeletion(tx, accountId, step.to)
    await journal(tx.db, now, {
      event: 'deadline-moved',
      rule: 'no-reminder-in-time',
      actor: DAILY_JOB,
      brandId: customer.brand_id,
      accountId,
      deadline: step.period.deletion,
      note: `to ${step.to.toISOString()}`,
    })
    await publishStorageStatus(ctx, tx, accountId)
  })
  await scheduleReminder(ctx, accountId)
}
