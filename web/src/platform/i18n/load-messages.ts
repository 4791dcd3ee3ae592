import { DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/brands.ts'
import type { CompiledMessages } from '#locales/compile.ts'

/** Fetches a locale's whole catalogue without a token. Throws if it cannot be loaded. */
export async function loadMessages(locale: Locale, fetcher: typeof fetch = fetch): Promise<CompiledMessages> {
  const address = `/locales/${locale}.json`
  const response = await fetcher(address)
  if (!response.ok) throw new Error(`Status Code: ${response.status} Received from ${address}`)
  return await response.json()
}

/** Returns the locale if it is supported, else en-GB. */
export function findSupportedLocale(locale: string): Locale {
  return LOCALES.find(l => l === locale) ?? DEFAULT_LOCALE
}
