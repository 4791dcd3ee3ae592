import { COUNTRIES, type Country } from './country.ts'
import addresses from './real-addresses.json' with { type: 'json' }

export interface RealAddress {
  country: Country
  /** As it is typed. */
  given: Record<
    'street' | 'streetNumber' | 'streetNumberAddition' | 'postalCode' | 'city' | 'phoneNumber',
    string
  > & { firstName: string; lastName: string; countryCode: Country }
  /** The postal code in the spelling of the country; empty without one. */
  code: string
}

/**
 * Real addresses of all countries. A line of the file: street | number | addition | postal code as typed | city | phone → postal
 * code in its spelling.
 */
export const REAL_ADDRESSES: readonly RealAddress[] = COUNTRIES.flatMap(country =>
  addresses[country].map(line => {
    const [fields = '', code = ''] = line.split('→')
    const [street, streetNumber, streetNumberAddition, postalCode, city, phoneNumber] = fields
      .split('|')
      .map(field => field.trim())
    const typed = { street, streetNumber, streetNumberAddition, postalCode, city, phoneNumber }
    const given = { firstName: 'Anna', lastName: 'Keller', ...typed, countryCode: country }
    // Every line has all columns.
    return { country, given: given as RealAddress['given'], code: code.trim() }
  }),
)
