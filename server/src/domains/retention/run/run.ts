import { brands } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { type Context, change } from '../../../context.ts'
import { lockCustomer, setMovedDeletion } from '../../customers/index.ts'
import { advanceExpiration, startErasure, startExpiration } from '../expiration/expirations.ts'
import { DAILY_JOB, journal, journalUnlessRepeated } from '../journal.ts'
import { recordUnfinishedReminders, scheduleReminder } from '../reminders/reminders.ts'
import { toRetentionFacts } from '../rules/facts.ts'
import { planStep, type Reminder, remindersForDeadline, type Step } from '../rules/plan.ts'
import { publishStorageStatus } from '../status/status.ts'
import { type Candidate, listCandidates } from '../store/candidates.ts'
import { listExpirationsToErase, listOpenExpirations } from '../store/expirations.ts'
import { listReminders } from '../store/reminders.ts'
import { passesGuard } from './guard.ts'

const PAGE = 500
/** So many in a row that fail are no longer those customers' fault. */
const FAILURES_MAX = 10

/**
 * One run (OP-01): what was left half done goes on; then brand by brand reminders are sent, dates moved where nobody
 * could be warned in time, libraries whose time is over leave, and those whose grace is over are erased. It may be run
 * at any time, twice, and killed anywhere. One customer's failure does not stop the others; it throws at the end.
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
  const leaving: string[] = []
  for await (const { customer, step } of planSteps(ctx, brand)) {
    const accountId = customer.account_id
    if (step.do === 'leave') leaving.push(accountId)
    else await attempt(accountId, () => executeStep(ctx, customer, step))
  }
  if (!(await passesGuard(ctx, brand, 'leave', leaving.length))) return
  for (const accountId of leaving)
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

/** What is to be done now for each library of a brand that something is to be done for. Reads only. */
export async function* planSteps(
  ctx: Pick<Context, 'db' | 'clock'>,
  brand: Pick<Brand, 'id' | 'timeZone'>,
  seen: (deadline: Date, notices: readonly Reminder[]) => readonly Reminder[] = (_deadline, notices) =>
    notices,
): AsyncGenerator<{ customer: Candidate['customer']; step: Step }> {
  const now = ctx.clock.now()
  let after = ''
  for (;;) {
    const page = await listCandidates(ctx.db, brand.id, now, after, PAGE)
    for (const { customer, notices } of page) {
      const known = remindersForDeadline(notices)
      const step = planStep(toRetentionFacts(customer), at => seen(at, known(at)), now, brand.timeZone)
      if (step.do !== 'nothing') yield { customer, step }
    }
    if (page.length < PAGE) return
    after = page.at(-1)!.customer.account_id
  }
}

async function executeStep(ctx: Context, customer: Candidate['customer'], step: Step): Promise<void> {
  if (step.do === 'remind') await scheduleReminder(ctx, customer.account_id)
  if (step.do === 'move') await moveDeletionDate(ctx, customer.account_id)
  if (step.do === 'skip')
    await journalUnlessRepeated(ctx.db, ctx.clock.now(), {
      event: 'skipped',
      rule: step.reason,
      actor: DAILY_JOB,
      brandId: customer.brand_id,
      accountId: customer.account_id,
    })
}

/** Moves the deletion date on because no reminder left in time, and schedules the first reminder of the new one. */
async function moveDeletionDate(ctx: Context, accountId: string): Promise<void> {
  const now = ctx.clock.now()
  await change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    const brand = brands.find(each => each.id === customer?.brand_id)
    if (!customer || customer.deleted_at || !brand) return
    const notices = (await listReminders(tx.db, [accountId])).get(accountId) ?? []
    const step = planStep(toRetentionFacts(customer), remindersForDeadline(notices), now, brand.timeZone)
    if (step.do !== 'move' || !step.period) return
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
