import type { Brand } from '#contract/brands.ts'
import { createDateFormat } from '#locales/date-format.ts'
import type { Config } from '#server/platform/config/config.ts'
import { getTranslator, toSupportedLocale } from '#server/platform/i18n/translate.ts'
import { renderEmail } from '#server/platform/mail/email-template.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import { createRequestFacts } from '#server/platform/mail/request-facts.ts'
import { createEmailLink, getShopLink, toEmailDesign } from '../../brands/index.ts'
import { addDays, type RetentionPeriod } from '../../customers/index.ts'
import type { PhotoAmount } from '../../photos/index.ts'

export interface ReminderContent {
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

/** Renders the mail that names the deletion date, its reason and the photos, and how to keep or export them (OP-01). */
export function renderReminder(
  config: Pick<Config, 'publicOrigin' | 'port' | 'retention'>,
  brand: Brand,
  { to, locale: preferred, period, days, library, projects }: ReminderContent,
): MailMessage {
  const locale = toSupportedLocale(preferred)
  const text = getTranslator(locale)
  const dateFormat = createDateFormat(locale, { dateStyle: 'long', timeZone: brand.timeZone })
  const date = dateFormat.format(period.since)
  const deletion = dateFormat.format(period.deletion)
  // The day before: on the last one the erasure may begin in the morning.
  const until = dateFormat.format(addDays(period.deletion, config.retention.graceDays - 1))
  const since = period.isFromOrder ? 'order' : 'registration'
  const reason = text(`mail.retention.since-${since}`, { date })
  const { photos, bytes } = library
  const contentText =
    projects > 0
      ? text('storage.things-and-projects', { photos, projects })
      : text('storage.things', { photos })
  return renderEmail(toEmailDesign(config, brand), {
    to,
    lang: locale,
    subject: text('mail.retention.subject', { days }),
    body: `${reason} ${text(period.delayed ? 'mail.retention.leave-later' : 'mail.retention.leave', { deletion })}`,
    facts: [
      ...createRequestFacts(text, { locale, timeZone: brand.timeZone, account: to }),
      [text('mail.retention.date'), deletion],
      [text('mail.retention.until'), until],
      [text('mail.retention.photos'), contentText],
      [text('mail.retention.size'), formatSize(bytes, locale)],
    ],
    action: text('mail.retention.order'),
    address: getShopLink(brand, 'shop'),
    other: { action: text('mail.retention.export'), address: createEmailLink(config, brand, STORAGE_PAGE) },
    note: text('mail.retention.grace', { until }),
    footer: text('mail.footer', { brand: brand.name }),
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
