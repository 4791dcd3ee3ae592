import type { DeliveryAddress } from '#contract/delivery-address.ts'
import { formatStreetLines } from '#contract/input/address/street-lines.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/**
 * Returns the lines of an address in the form of its country, without repetitions; `compact` has city and postal code
 * on one line everywhere.
 */
export function formatAddressLines(
  { locale }: Pick<Texts, 'locale'>,
  address: Omit<DeliveryAddress, 'type'>,
  { compact = false } = {},
): string[] {
  const { countryCode, postalCode, city } = address
  const townLines = compact ? [join(city, postalCode)] : [city, postalCode]
  const lines = [
    address.pickupPointName,
    join(address.firstName, address.lastName),
    address.companyName,
    ...formatStreetLines(address),
    ...(postcodeComesLast(countryCode) ? townLines : [join(postalCode, city)]),
    getCountryName(locale, countryCode),
  ]
  return [...new Set(lines.filter(line => line !== undefined && line !== ''))] as string[]
}

const postcodeComesLast = (country: string) => country === 'GB' || country === 'IE'

const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')

/** Returns the name of a country (ISO 3166-1 alpha-2) in the language of the page; the code for one without a name. */
export function getCountryName(locale: string, code: string): string {
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code
}
