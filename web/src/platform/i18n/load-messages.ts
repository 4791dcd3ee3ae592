import type { MessageFormatElement } from 'react-intl'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/brands.ts'

export type Messages = Record<string, MessageFormatElement[]>

/** Fetches a locale's whole catalogue (AA-025); it carries no token (OP-51). Throws if it cannot be had. */
export async function loadMessages(locale: Locale, get: typeof fetch = fetch): Promise<Messages> {
  const address = `/locales/${locale}.json`
  const answer = await get(address)
  if (!answer.ok) throw new Error(`Status Code: ${answer.status} Received from ${address}`)
  return await answer.json()
}

/** The locale as given if the product speaks it, else en-GB (AA-030). */
export function supportedLocale(locale: string): Locale {
  return LOCALES.find(l => l === locale) ?? DEFAULT_LOCALE
}
