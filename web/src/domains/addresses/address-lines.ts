import type { DeliveryAddress } from '#contract/delivery-address.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { numberComesFirst } from './form/field-order.ts'

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

/** Returns the street's lines: building and flat have a line before it where the number comes first. */
function formatStreetLines({
  street,
  streetNumber: number,
  streetNumberAddition: addition,
  countryCode,
}: StreetLine): (string | undefined)[] {
  const hasPostBox = isPostBox(street)
  // '3 a', '7 bis', but '26, Hinterhaus': a longer addition is not part of the number.
  const isPartOfNumber = addition && number && addition.length <= 3
  if (numberComesFirst(countryCode) && !hasPostBox)
    return isPartOfNumber ? [join(number, addition, street)] : [addition, join(number, street)]
  const isSpaced = isPartOfNumber || hasPostBox || SPACED_ADDITIONS.includes(countryCode)
  return [[join(street, number), addition].filter(Boolean).join(isSpaced ? ' ' : ', ')]
}

type StreetLine = Pick<DeliveryAddress, 'street' | 'streetNumber' | 'streetNumberAddition' | 'countryCode'>

/** Countries that write 'Rue de Fer 42 bte 7' and 'Drottninggatan 71A lgh 1102' without a comma. */
const SPACED_ADDITIONS = ['BE', 'SE']

/** Whether a street is only the word for a post box, which its number follows in every country. */
const isPostBox = (street = ''): boolean =>
  /^(b\.?p|c\.?s|tsa|bo[iî]te postale|p\.?\s?o\.?\s?box|post(boks|box|bus|fach)|box|apartado)\.?$/i.test(
    street.trim(),
  )

const postcodeComesLast = (country: string) => country === 'GB' || country === 'IE'

const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')

/** Returns the name of a country (ISO 3166-1 alpha-2) in the language of the page; the code for one without a name. */
export function getCountryName(locale: string, code: string): string {
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code
}
