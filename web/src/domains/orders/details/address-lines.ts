import type { DeliveryAddress } from '#contract/delivery-address.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** The lines of an address in the form of its country, without repetitions. */
export function addressLines({ locale }: Texts, address: DeliveryAddress): string[] {
  const { countryCode, postalCode, city } = address
  const town = POSTCODE_LAST.has(countryCode) ? [city, postalCode] : [join(postalCode, city)]
  const lines = [
    address.pickupPointName,
    join(address.firstName, address.lastName),
    address.companyName,
    streetLine(address),
    ...town,
    countryName(locale, countryCode),
  ]
  return [...new Set(lines.filter(line => line !== undefined && line !== ''))] as string[]
}

/** Countries that write the number before the street. */
const NUMBER_FIRST = new Set(['FR', 'GB', 'IE'])
const POSTCODE_LAST = new Set(['GB', 'IE'])

function streetLine({ street, streetNumber, streetNumberAddition, countryCode }: DeliveryAddress): string {
  const number = join(streetNumber, streetNumberAddition)
  return NUMBER_FIRST.has(countryCode) ? join(number, street) : join(street, number)
}

const join = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')

function countryName(locale: string, code: string): string | undefined {
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code)
}
