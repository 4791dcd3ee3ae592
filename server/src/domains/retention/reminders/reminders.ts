import { brands } from '#brands/index.ts'
import { type Context, change } from '../../../context.ts'
import { MailError } from '../../../platform/mail/mail.ts'
import { type Customer, findCustomer, lockCustomer } from '../../customers/index.ts'
import { getLibrarySize, type PhotoAmount } from '../../photos/index.ts'
import { sendReminderJob } from '../job-kinds.ts'
import { DAILY_JOB, type Entry, journal } from '../journal.ts'
import { timeZoneOfBrand, toRetentionFacts } from '../rules/facts.ts'
import { daysUntil, findInvalidDate, type Period, periodOf } from '../rules/period.ts'
import { dueReminder, planStep, remindersForDeadline } from '../rules/plan.ts'
import {
  changeReminderState,
  insertReminder,
  listReminders,
  markUnfinishedReminders,
  type ReminderKey,
} from '../store/reminders.ts'
import { renderReminder } from './reminder-email.ts'

/** A mail whose sending nobody finished was on its way when the process died. */
const LOST_AFTER_MS = 60 * 60_000

/** Writes the reminder down and has it sent, in one transaction, if it is still right. Answers whether it was. */
export async function scheduleReminder(ctx: Context, accountId: string): Promise<boolean> {
  const now = ctx.clock.now()
  return change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    const zone = customer && timeZoneOfBrand(customer.brand_id)
    if (!zone || customer.deleted_at) return false
    const notices = (await listReminders(tx.db, [accountId])).get(accountId) ?? []
    const step = planStep(toRetentionFacts(customer), remindersForDeadline(notices), now, zone)
    if (step.do !== 'remind' || !step.period) return false
    const { deletion: deadline } = step.period
    const key = { accountId, deadline: deadline.toISOString(), daysBefore: step.daysBefore }
    await insertReminder(tx, key, now)
    await ctx.jobs.send(tx, sendReminderJob, [key])
    return true
  })
}

/**
 * Sends a reminder, at most once: it is claimed before the mail server is asked, and given back only when that said no.
 * If the process dies in between nobody knows whether the mail left; it is not sent again and does not count as notice.
 */
export async function sendReminder(ctx: Context, key: ReminderKey): Promise<void> {
  const customer = await findCustomer(ctx.db, key.accountId)
  const mail = customer && (await compose(ctx, customer, key))
  if (!mail) return
  if (!(await changeReminderState(ctx.db, key, 'due', 'sending', ctx.clock.now()))) return
  try {
    await ctx.mail.send(mail.message)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    ctx.log.warn({ err: error, accountId: key.accountId }, 'a reminder did not leave')
    await recordOutcome(ctx, customer, key, mail, error.permanent ? 'failed' : 'due')
    if (!error.permanent) throw error
    return
  }
  await recordOutcome(ctx, customer, key, mail, 'sent')
}

interface Composed {
  period: Period
  library: PhotoAmount
  message: Parameters<Context['mail']['send']>[0]
}

/** The mail with what is true now; null where another deadline counts by now, or another reminder is due. */
async function compose(ctx: Context, customer: Customer, key: ReminderKey): Promise<Composed | null> {
  const now = ctx.clock.now()
  const brand = brands.find(each => each.id === customer.brand_id)
  const facts = toRetentionFacts(customer)
  const period =
    brand && !customer.deleted_at && !findInvalidDate(facts, now) ? periodOf(facts, brand.timeZone) : null
  const library = await getLibrarySize(ctx.db, key.accountId)
  if (!brand || period?.deletion.toISOString() !== key.deadline || library.photos === 0) {
    await changeReminderState(ctx.db, key, 'due', 'withdrawn', ctx.clock.now())
    return null
  }
  const days = daysUntil(period.deletion, now, brand.timeZone)
  if (dueReminder(days) !== key.daysBefore || now >= period.deletion) {
    await changeReminderState(ctx.db, key, 'due', 'missed', ctx.clock.now())
    return null
  }
  const { email: to, locale } = customer
  return {
    period,
    library,
    message: renderReminder(ctx.config, brand, { to, locale, period, days, library }),
  }
}

async function recordOutcome(
  ctx: Context,
  customer: Customer,
  key: ReminderKey,
  { period, library }: Composed,
  state: 'sent' | 'failed' | 'due',
): Promise<void> {
  await change(ctx, async tx => {
    if (!(await changeReminderState(tx.db, key, 'sending', state, ctx.clock.now())) || state === 'due') return
    const event: Entry['event'] = state === 'sent' ? 'reminded' : 'reminder-failed'
    await journal(tx.db, ctx.clock.now(), {
      ...entryOf(customer.brand_id, key),
      event,
      rule: period.rule,
      photos: library.photos,
      bytes: library.bytes,
    })
  })
}

/** Writes down which mails may or may not have left: their process died while sending. */
export async function recordUnfinishedReminders(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await change(ctx, async tx => {
    const lost = await markUnfinishedReminders(tx, new Date(now.getTime() - LOST_AFTER_MS))
    for (const key of lost) {
      const brandId = (await findCustomer(tx.db, key.accountId))?.brand_id
      await journal(tx.db, now, {
        ...entryOf(brandId, key),
        event: 'reminder-unknown',
        rule: 'died-while-sending',
      })
    }
  })
}

const entryOf = (brandId: string | undefined, { accountId, deadline, daysBefore }: ReminderKey) => ({
  actor: DAILY_JOB,
  accountId,
  ...(brandId ? { brandId } : {}),
  deadline: new Date(deadline),
  note: `${daysBefore} days before`,
})
