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
  const format = new Intl.DateTimeFormat(toSupportedLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  })
  return [
    ...(account ? [[text('mail.fact.account'), account] as const] : []),
    ...(requestedAt ? [[text('mail.fact.requested'), format.format(requestedAt)] as const] : []),
    ...(deviceName ? [[text('mail.fact.device'), deviceName] as const] : []),
  ]
}
