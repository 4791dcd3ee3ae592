import { getLastInstant } from '#contract/deadline.ts'
import { createDateFormat } from '#locales/date-format.ts'
import { type Translate, toSupportedLocale } from '../i18n/translate.ts'

/** What a mail tells of its reason, so that a customer knows a request that is not theirs. */
export interface RequestFacts {
  /** Address of the account; absent where there may be none. */
  account?: string
  requestedAt?: Date
  /** Browser and system of the request, if they are known. */
  deviceName?: string | undefined
}

/** Returns the rows of a mail that name the account, and when and on which device its act was requested. */
export function createRequestFacts(
  text: Translate,
  locale: string,
  timeZone: string,
  { account, requestedAt, deviceName }: RequestFacts,
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
  const format = createDateFormat(toSupportedLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  })
  return at => format.format(at)
}

/** Creates the format of ends: of their last days, or with 23:59 for midnight. */
export function createEndFormat(locale: string, timeZone: string, create = createDayFormat) {
  const format = create(locale, timeZone)
  return (end: Date) => format(new Date(getLastInstant(end.toISOString(), timeZone)))
}

/** Creates the format of days, in the brand's time zone. */
export function createDayFormat(locale: string, timeZone: string): (at: Date) => string {
  const format = createDateFormat(toSupportedLocale(locale), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  })
  return at => format.format(at)
}
