import type { DeliveryAddress } from '#contract/delivery-address.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { getCountryName } from './country-name.ts'
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
    formatStreet(address),
    ...(postcodeComesLast(countryCode) ? townLines : [join(postalCode, city)]),
    getCountryName(locale, countryCode),
  ]
  return [...new Set(lines.filter(line => line !== undefined && line !== ''))] as string[]
}

function formatStreet({ street, streetNumber, streetNumberAddition, countryCode }: StreetLine): string {
  const number = formatStreetNumber(streetNumber, streetNumberAddition)
  return numberComesFirst(countryCode) ? join(number, street) : join(street, number)
}

type StreetLine = Pick<DeliveryAddress, 'street' | 'streetNumber' | 'streetNumberAddition' | 'countryCode'>

/** '3 a', '7 bis', but '26, Hinterhaus': a longer addition is not part of the number. */
function formatStreetNumber(number: string | undefined, addition: string | undefined): string {
  return number && addition && addition.length > 3 ? `${number}, ${addition}` : join(number, addition)
}

const postcodeComesLast = (country: string) => country === 'GB' || country === 'IE'

const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
