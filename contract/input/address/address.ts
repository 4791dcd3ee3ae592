import * as z from 'zod/mini'
import type { FieldIssue } from '../field-issues.ts'
import { phoneNumber } from '../phone-number.ts'
import { nameText, plainNameText, plainText, text } from '../text.ts'
import { COUNTRIES, type Country, countryCode, isCountry } from './country.ts'
import { needsPostalCode, normalizePostalCode } from './postal-code.ts'
import { hasHouseNames, isStreetNumber } from './street-number.ts'

/** An empty text counts as missing. */
const createOptionalText = (max: number) => z.optional(text({ max }).check(plainText))

/** Most characters of the texts of an address. */
export const ADDRESS_TEXT_MAX = {
  firstName: 50,
  lastName: 50,
  companyName: 100,
  street: 80,
  streetNumber: 50,
  streetNumberAddition: 50,
  postalCode: 20,
  city: 80,
} as const
export const STREET_MIN = 2

/**
 * The fields of an address. The postal code is required where the country's rules say so, which
 * `createAddressChecks` checks. Post boxes and hamlets have no street number in any country.
 */
export const addressFields = {
  firstName: plainNameText({ max: ADDRESS_TEXT_MAX.firstName }),
  lastName: plainNameText({ max: ADDRESS_TEXT_MAX.lastName }),
  companyName: createOptionalText(ADDRESS_TEXT_MAX.companyName),
  street: nameText({ max: ADDRESS_TEXT_MAX.street }).check(z.minLength(STREET_MIN), plainText),
  streetNumber: createOptionalText(ADDRESS_TEXT_MAX.streetNumber),
  streetNumberAddition: createOptionalText(ADDRESS_TEXT_MAX.streetNumberAddition),
  postalCode: createOptionalText(ADDRESS_TEXT_MAX.postalCode),
  city: plainNameText({ max: ADDRESS_TEXT_MAX.city }),
  countryCode,
  phoneNumber,
}

const fields = z.object(addressFields)
export type AddressDetails = z.infer<typeof fields>

/** What the rules depend on besides the address. */
export interface AddressRuleOptions {
  /** Countries to which the brand delivers; all countries if left out. */
  countries?: readonly Country[]
  /** Set for business customers. */
  needsCompany?: boolean
  /** Set by a form whose person has not said that there is no number; ignored in GB and IE. */
  needsStreetNumber?: boolean
}

/**
 * Creates two checks: the first reports all wrong fields at once, even if other fields are refused; the second
 * normalizes the address (the postal code in its country's format, empty texts left out).
 */
export const createAddressChecks = <Address extends AddressDetails>(rules: AddressRuleOptions = {}) =>
  [
    z.superRefine<Address>(
      (address, { addIssue }) => {
        for (const [name, issue] of listIssues(address, rules))
          addIssue({ code: 'custom', message: issue, path: [name], input: address[name] })
      },
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
    z.overwrite<Address>(normalize),
  ] as const

/** Creates the schema of an address as a person enters it. */
export const createAddressSchema = (rules?: AddressRuleOptions) =>
  z.object(addressFields).check(...createAddressChecks(rules))

type RefusedField = [keyof AddressDetails, FieldIssue]

/** At run time the fields may have any type: this also runs when the field schemas have refused them. */
function listIssues(
  address: AddressDetails,
  { countries = COUNTRIES, needsCompany = false, needsStreetNumber = false }: AddressRuleOptions,
): RefusedField[] {
  const refusedFields: RefusedField[] = []
  if (needsCompany && !toText(address.companyName)) refusedFields.push(['companyName', 'empty'])
  const country = address.countryCode
  if (!isCountry(country)) return refusedFields
  if (!countries.includes(country)) refusedFields.push(['countryCode', 'not-valid'])
  if (isWholeAddress(country, toText(address.street))) refusedFields.push(['street', 'conflict'])
  const number = toText(address.streetNumber)
  if (number ? !isStreetNumber(country, number) : needsStreetNumber && !hasHouseNames(country))
    refusedFields.push(['streetNumber', number ? 'not-valid' : 'empty'])
  const code = toText(address.postalCode)
  if (code ? normalizePostalCode(country, code) === undefined : needsPostalCode(country))
    refusedFields.push(['postalCode', code ? 'not-valid' : 'empty'])
  return refusedFields
}

function normalize<Address extends AddressDetails>(address: Address): Address {
  const { postalCode, countryCode: country } = address
  const code = postalCode && normalizePostalCode(country, postalCode)
  const entries = Object.entries({ ...address, postalCode: code })
  // Leaves out optional texts only: required ones are not empty.
  return Object.fromEntries(entries.filter(([, value]) => value !== '' && value !== undefined)) as Address
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * Whether a street contains a postal code of the country, as a whole address does that was pasted into it: 'Kastanienallee
 * 26, 10435 Berlin'. A code of digits only counts between a comma or number and a name, so that 'Postboks 1200 Sentrum'
 * and 'Route 66' are streets.
 */
export function isWholeAddress(country: Country, street: string): boolean {
  const tokens = street.match(/,|[^\s,]+/g) ?? []
  return tokens.some((token, index) => {
    if (index === 0 || token === ',') return false
    const codeLengths = HAS_SPACED_CODE[country] ? [1, 2] : [1]
    return codeLengths.some(length => {
      const code = tokens.slice(index, index + length).join(' ')
      if (normalizePostalCode(country, code) === undefined) return false
      if (country === 'GB' || country === 'IE') return true
      return /^,|[0-9]/.test(tokens[index - 1]!) && /^\p{L}/u.test(tokens[index + length] ?? '')
    })
  })
}

/** Countries whose postal codes are written with a space. */
const HAS_SPACED_CODE: Partial<Record<Country, true>> = { GB: true, IE: true, NL: true, PT: true, SE: true }
