import * as z from 'zod/mini'
import type { FieldIssue } from '../field-issues.ts'
import { phoneNumber } from '../phone-number.ts'
import { nameText, text } from '../text.ts'
import { COUNTRIES, type Country, countryCode, isCountry } from './country.ts'
import { needsPostalCode, normalizePostalCode } from './postal-code.ts'
import { hasHouseNames, isStreetNumber } from './street-number.ts'

/** A text of an address: none of '<', '>', ';' (OP-78) and no control characters. */
const plain = z.refine<string>(value => /^[^<>;\p{Cc}]*$/u.test(value), {
  error: 'not-valid' satisfies FieldIssue,
})

const required = (max: number) => nameText({ max }).check(plain)
/** An empty text counts as missing. */
const optional = (max: number) => z.optional(text({ max }).check(plain))

/**
 * The fields of an address (OP-77). Street number and postal code are required where the country's rules say so, which
 * `addressRules` check.
 */
export const addressFields = {
  firstName: required(50),
  lastName: required(50),
  companyName: optional(100),
  street: nameText({ max: 80 }).check(z.minLength(2), plain),
  streetNumber: optional(50),
  streetNumberAddition: optional(50),
  postalCode: optional(20),
  city: required(80),
  countryCode,
  phoneNumber,
}

const fields = z.object(addressFields)
export type AddressDetails = z.infer<typeof fields>

/** Context of the rules, besides the address. */
export interface AddressRules {
  /** Countries to which the brand delivers (OP-78); all countries if left out. */
  countries?: readonly Country[]
  /** Set for business customers (OP-77). */
  needsCompany?: boolean
}

/**
 * The rules of the address's country, which run even if other fields are refused, so that all wrong fields are named at
 * once; then the normal form: the country's spelling of the postal code, empty texts left out.
 */
export const addressRules = <Address extends AddressDetails>(rules: AddressRules = {}) =>
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

/** An address as a person enters it. */
export const addressDetails = (rules?: AddressRules) =>
  z.strictObject(addressFields).check(...addressRules(rules))

type Refused = [keyof AddressDetails, FieldIssue]

/** Accepts values of any type, because the rules of the fields refuse other types. */
function listIssues(
  address: AddressDetails,
  { countries = COUNTRIES, needsCompany = false }: AddressRules,
): Refused[] {
  const refused: Refused[] = []
  if (needsCompany && !toText(address.companyName)) refused.push(['companyName', 'empty'])
  const country = address.countryCode
  if (!isCountry(country)) return refused
  if (!countries.includes(country)) refused.push(['countryCode', 'not-valid'])
  const number = toText(address.streetNumber)
  if (number ? !isStreetNumber(country, number) : !hasHouseNames(country))
    refused.push(['streetNumber', number ? 'not-valid' : 'empty'])
  const code = toText(address.postalCode)
  if (code ? normalizePostalCode(country, code) === undefined : needsPostalCode(country))
    refused.push(['postalCode', code ? 'not-valid' : 'empty'])
  return refused
}

function normalize<Address extends AddressDetails>(address: Address): Address {
  const { postalCode, countryCode: country } = address
  const code = postalCode && normalizePostalCode(country, postalCode)
  const entries = Object.entries({ ...address, postalCode: code })
  // Leaves out optional texts only: required ones are not empty.
  return Object.fromEntries(entries.filter(([, value]) => value !== '' && value !== undefined)) as Address
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
