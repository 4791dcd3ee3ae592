import type { Country } from '#contract/input/address/country.ts'
import { getPostalCodeExample, needsPostalCode } from '#contract/input/address/postal-code.ts'
import { hasHouseNames } from '#contract/input/address/street-number.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import type { AddressField } from './field-order.ts'

/** Label and hint of a field in a country. */
export interface FieldTexts {
  label: string
  optional?: string | undefined
  hint?: string | undefined
}

export function getFieldTexts(
  { text }: Pick<Texts, 'text'>,
  name: AddressField,
  country: Country,
  needsCompany: boolean,
): FieldTexts {
  const optional = isOptional(name, country, needsCompany) ? text('address.optional') : undefined
  return { label: text(getLabel(name, country)), optional, hint: getHint({ text }, name, country) }
}

/** Returns the sentence about a refused field (AA-101). */
export const getRefusalText = ({ text }: Pick<Texts, 'text'>, name: string): string =>
  text(REFUSAL_BY_FIELD[name as AddressField | 'countryCode'])

function isOptional(name: AddressField, country: Country, needsCompany: boolean): boolean {
  switch (name) {
    case 'companyName':
      return !needsCompany
    case 'streetNumberAddition':
      return true
    case 'postalCode':
      return !needsPostalCode(country)
    default:
      return false
  }
}

function getLabel(name: AddressField, country: Country): MessageId {
  if (name === 'streetNumber' && hasHouseNames(country)) return 'address.house'
  if (name === 'city' && hasHouseNames(country)) return 'address.town'
  if (name === 'postalCode' && country === 'GB') return 'address.postcode'
  if (name === 'postalCode' && country === 'IE') return 'address.eircode'
  return LABEL_BY_FIELD[name]
}

function getHint({ text }: Pick<Texts, 'text'>, name: AddressField, country: Country): string | undefined {
  if (name === 'postalCode') return text('address.example', { example: getPostalCodeExample(country) })
  return name === 'phoneNumber' ? text('address.phone.hint') : undefined
}

const LABEL_BY_FIELD: Record<AddressField, MessageId> = {
  firstName: 'address.first-name',
  lastName: 'address.last-name',
  companyName: 'address.company',
  street: 'address.street',
  streetNumber: 'address.number',
  streetNumberAddition: 'address.addition',
  postalCode: 'address.postal-code',
  city: 'address.city',
  phoneNumber: 'address.phone',
}

const REFUSAL_BY_FIELD: Record<AddressField | 'countryCode', MessageId> = {
  firstName: 'address.first-name.not-valid',
  lastName: 'address.last-name.not-valid',
  companyName: 'address.company.not-valid',
  street: 'address.street.not-valid',
  streetNumber: 'address.number.not-valid',
  streetNumberAddition: 'address.addition.not-valid',
  postalCode: 'address.postal-code.not-valid',
  city: 'address.city.not-valid',
  countryCode: 'address.country.not-valid',
  phoneNumber: 'address.phone.not-valid',
}
