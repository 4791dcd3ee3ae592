import { type Translate, toSupportedLocale } from '../i18n/translate.ts'

/** What a mail tells of its reason, so that a customer knows a request that is not theirs. */
interface RequestFacts {
  locale: string
  timeZone: string
  /** Address of the account; absent where there may be none. */
  account?: string
  requestedAt?: Date
  /** Browser and system of the request, if they are known. */
  deviceName?: string | undefined
}

/** Returns the rows of a mail that name the account, and when and on which device its act was requested. */
export function createRequestFacts(
  text: Translate,
  { locale, timeZone, account, requestedAt, deviceName }: RequestFacts,
): (readonly [name: string, value: string])[] {
  const format = createInstantFormat(locale, timeZone)
  return [
    ...(account ? [[text('mail.fact.account'), account] as const] : []),
    ...(requestedAt ? [[text('mail.fact.requested'), format(requestedAt)] as const] : []),
    ...(deviceName ? [[text('mail.fact.device'), deviceName] as const] : []),
  ]
}

/** Creates the format of instants in mails, in the brand's time zone. */
export function createInstantFormat(locale: string, timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat(toSupportedLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  })
  return at => format.format(at)
}

/** Creates the format of days, in the brand's time zone. */
export function createDayFormat(locale: string, timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat(toSupportedLocale(locale), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  })
  return at => format.format(at)
}

/** Creates the format of calendar days, YYYY-MM-DD, from a first to a last one. */
export function createDayRangeFormat(locale: string): (from: string, to: string) => string {
  const format = new Intl.DateTimeFormat(toSupportedLocale(locale), { dateStyle: 'long', timeZone: 'UTC' })
  // Between numbers a dash has no spaces; Intl of some locales writes thin ones.
  return (from, to) =>
    format.formatRange(new Date(from), new Date(to)).replace(/(\d)\s*–\s*(?=\d+\s)/u, '$1–')
}
