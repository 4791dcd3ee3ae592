import { brands } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { createDateFormat } from '#locales/date-format.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type Context, change, type Tx } from '../../../context.ts'
import { upsertRow } from '../../../platform/db/rows.ts'
import { MailError, type MailMessage } from '../../../platform/mail/mail.ts'
import { createBrandMail, getShopLink } from '../../brands/index.ts'
import {
  addDays,
  type Customer,
  computePeriod,
  countDaysUntil,
  findCustomer,
  findLastRestorableDay,
  type RetentionPeriod,
  toRetentionFacts,
} from '../../customers/index.ts'
import { sendMail } from '../../mails/index.ts'
import { getLibrarySize, type PhotoAmount } from '../../photos/index.ts'
import { countProjects } from '../../projects/index.ts'
import { DAILY_JOB, journal } from '../journal.ts'
import { remindersSent } from '../metrics.ts'
import { createDeadlineFilter, findOutdatedState } from '../rules/plan.ts'
import {
  changeReminderState,
  countReminderAttempts,
  listReminders,
  markUnfinishedReminders,
  type ReminderKey,
  updateReminder,
} from '../store/reminders.ts'

/** Kind of the reminder mails in `sendMail`. */
export const REMINDER_MAIL = 'reminder'
/** A reminder in state 'sending' for longer than this belongs to a crashed process. */
const UNFINISHED_AFTER_MS = 60 * 60_000

/**
 * Sends a reminder at most once: its state becomes 'sending' before the mail server is called, and 'due' again only
 * after a refusal. If the process crashes in between, delivery is unknown: the reminder is not sent again and does not
 * count as delivered. Returns 'rate-reached' when the brand may not send one now.
 */
export async function sendReminder(ctx: Context, key: ReminderKey): Promise<'done' | 'rate-reached'> {
  const customer = await findCustomer(ctx.db, key.accountId)
  const mail = customer && (await composeReminder(ctx, customer, key))
  if (!mail) return 'done'
  const claim = await claimReminder(ctx, key, customer.brand_id)
  if (claim === 'claimed') await sendClaimedReminder(ctx, customer, key, mail)
  return claim === 'rate-reached' ? claim : 'done'
}

async function sendClaimedReminder(
  ctx: Context,
  customer: Customer,
  key: ReminderKey,
  mail: ComposedReminder,
): Promise<void> {
  const { accountId } = key
  try {
    const isSent = await sendMail(
      ctx,
      { accountId, kind: REMINDER_MAIL, ref: toReference(key) },
      mail.message,
    )
    if (!isSent) return
    ctx.metrics.get(remindersSent).inc({ outcome: 'sent' })
    await recordSentReminder(ctx, customer, key, mail)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    ctx.metrics.get(remindersSent).inc({ outcome: 'failed' })
    ctx.log.warn({ err: error, accountId }, 'reminder was not sent')
    await changeReminderState(ctx.db, key, 'sending', 'due', ctx.clock.now())
    throw error
  }
}

/**
 * Records that a reminder bounced, at once or days later. It counts as not sent, and the date is postponed when no
 * other reminder was sent in time.
 */
export async function recordBouncedReminder(
  ctx: Context,
  tx: Tx,
  { accountId, ref }: { accountId: string; ref: string },
): Promise<void> {
  const [deadline, daysBefore] = ref.split(' ')
  const key = { accountId, deadline: deadline!, daysBefore: Number(daysBefore) }
  const now = ctx.clock.now()
  // 'sending' when the server refused it, or reported the bounce before its acceptance was stored.
  const isChanged =
    (await changeReminderState(tx.db, key, 'sent', 'failed', now)) ||
    (await changeReminderState(tx.db, key, 'sending', 'failed', now))
  if (!isChanged) return
  tx.afterCommit(() => ctx.metrics.get(remindersSent).inc({ outcome: 'bounced' }))
  const { photos, bytes } = await getLibrarySize(tx.db, accountId)
  const brandId = (await findCustomer(tx.db, accountId))?.brand_id
  await journal(tx.db, now, {
    ...toEntry(brandId, key),
    event: 'reminder-failed',
    rule: 'bounced',
    photos,
    bytes,
  })
}

interface ComposedReminder {
  period: RetentionPeriod
  library: PhotoAmount
  message: Parameters<Context['mail']['send']>[0]
}

/** Composes the mail from the current state; null when the deadline has changed or another reminder is due instead. */
async function composeReminder(
  ctx: Context,
  customer: Customer,
  key: ReminderKey,
): Promise<ComposedReminder | null> {
  const now = ctx.clock.now()
  const brand = brands.find(each => each.id === customer.brand_id)
  const facts = toRetentionFacts(customer)
  const library = await getLibrarySize(ctx.db, key.accountId)
  const projects = await countProjects(ctx.db, key.accountId, now)
  const isEmpty = library.photos === 0 && projects === 0
  const reminders = (await listReminders(ctx.db, [key.accountId])).get(key.accountId) ?? []
  const reminder = { deadline: new Date(key.deadline), daysBefore: key.daysBefore }
  const outdated =
    !brand || customer.deleted_at || isEmpty
      ? 'withdrawn'
      : findOutdatedState(facts, createDeadlineFilter(reminders), reminder, now, brand.timeZone)
  if (!brand || outdated) {
    await changeReminderState(ctx.db, key, 'due', outdated ?? 'withdrawn', ctx.clock.now())
    return null
  }
  const period = computePeriod(facts, brand.timeZone)
  const days = countDaysUntil(period.deletion, now, brand.timeZone)
  const { email: to, locale } = customer
  return {
    period,
    library,
    message: renderReminder(ctx.config, brand, { to, locale, period, days, library, projects }),
  }
}

async function recordSentReminder(
  ctx: Context,
  customer: Customer,
  key: ReminderKey,
  { period, library }: ComposedReminder,
): Promise<void> {
  await change(ctx, async tx => {
    if (!(await changeReminderState(tx.db, key, 'sending', 'sent', ctx.clock.now()))) return
    await journal(tx.db, ctx.clock.now(), {
      ...toEntry(customer.brand_id, key),
      event: 'reminded',
      rule: period.rule,
      photos: library.photos,
      bytes: library.bytes,
    })
  })
}

/** Sets reminders whose process crashed while sending to 'unknown', and journals them. */
export async function recordUnfinishedReminders(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await change(ctx, async tx => {
    const unfinishedKeys = await markUnfinishedReminders(tx, new Date(now.getTime() - UNFINISHED_AFTER_MS))
    for (const key of unfinishedKeys) {
      const brandId = (await findCustomer(tx.db, key.accountId))?.brand_id
      await journal(tx.db, now, {
        ...toEntry(brandId, key),
        event: 'reminder-unknown',
        rule: 'died-while-sending',
      })
    }
  })
}

const toReference = ({ deadline, daysBefore }: ReminderKey) => `${deadline} ${daysBefore}`

const toEntry = (brandId: string | undefined, { accountId, deadline, daysBefore }: ReminderKey) => ({
  actor: DAILY_JOB,
  accountId,
  ...(brandId ? { brandId } : {}),
  deadline: new Date(deadline),
  note: `${daysBefore} days before`,
})

const MINUTE_MS = 60_000

const HOUR_MS = 60 * MINUTE_MS

/**
 * Claims a due reminder for sending, unless the brand has reached its hourly rate, or a sixtieth of it within the last
 * minute: a mail server that gets a day's mails at once defers them or classifies them as spam. Returns 'not-due' when
 * another process has claimed it, or it is no longer due.
 */
function claimReminder(
  ctx: Context,
  key: ReminderKey,
  brandId: string,
): Promise<'claimed' | 'not-due' | 'rate-reached'> {
  const now = ctx.clock.now()
  const { mailsPerHour } = ctx.config.retention
  return change(ctx, async tx => {
    await upsertRow(tx.db, 'retention_mail_rates', ['brand_id'], { brand_id: brandId, claimed_at: now })
    const instants = {
      hourAgo: new Date(now.getTime() - HOUR_MS),
      minuteAgo: new Date(now.getTime() - MINUTE_MS),
    }
    const { inHour, inMinute } = await countReminderAttempts(tx, brandId, instants)
    if (inHour >= mailsPerHour || inMinute >= Math.ceil(mailsPerHour / 60)) return 'rate-reached'
    return (await updateReminder(tx.db, key, 'due', { state: 'sending', tried_at: now, brand_id: brandId }))
      ? 'claimed'
      : 'not-due'
  })
}

interface ReminderContent {
  to: string
  locale: string
  period: RetentionPeriod
  /** Calendar days until the deletion. */
  days: number
  /** What would be deleted. */
  library: PhotoAmount
  projects: number
}

/** Path of the page with the storage status, which also offers the export. */
const STORAGE_PAGE = '/my-photos/photos'

/** Renders the mail that names the deletion date, its reason and the photos, and how to keep or export them. */
function renderReminder(
  config: Pick<Config, 'publicOrigin' | 'port' | 'retention'>,
  brand: Brand,
  { to, locale: preferred, period, days, library, projects }: ReminderContent,
): MailMessage {
  const { text, locale, link, requestFacts, render } = createBrandMail(config, brand, preferred)
  const dateFormat = createDateFormat(locale, { dateStyle: 'long', timeZone: brand.timeZone })
  const date = dateFormat.format(period.since)
  const deletion = dateFormat.format(period.deletion)
  const { graceDays } = config.retention
  const lastDay = findLastRestorableDay(addDays(period.deletion, graceDays), brand.timeZone)
  const until = createDateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(lastDay))
  const since = period.isFromOrder ? 'order' : 'registration'
  const reason = text(`mail.retention.since-${since}`, { date })
  const { photos, bytes } = library
  const contentText =
    projects > 0
      ? text('storage.things-and-projects', { photos, projects })
      : text('storage.things', { photos })
  return render({
    to,
    subject: text('mail.retention.subject', { days }),
    body: `${reason} ${text(period.delayed ? 'mail.retention.leave-later' : 'mail.retention.leave', { deletion })}`,
    facts: [
      ...requestFacts({ account: to }),
      [text('mail.retention.date'), deletion],
      [text('mail.retention.until'), until],
      [text('mail.retention.photos'), contentText],
      [text('mail.retention.size'), formatSize(bytes, locale)],
    ],
    action: text('mail.retention.order'),
    address: getShopLink(brand, 'shop'),
    other: { action: text('mail.retention.export'), address: link(STORAGE_PAGE) },
    note: text('mail.retention.grace', { until }),
  })
}

const BYTE_UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats bytes in the largest suitable unit, base 1024 as in file managers, in the format of the locale. */
function formatSize(bytes: number, locale: string): string {
  let value = bytes / 1024
  let unit = 0
  while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
    value /= 1024
    unit++
  }
  const digits = value < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: BYTE_UNITS[unit]!,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(Math.max(value, 0.1))
}
