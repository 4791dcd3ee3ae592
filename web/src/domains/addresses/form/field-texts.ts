import { ADDRESS_TEXT_MAX, STREET_MIN } from '#contract/input/address/address.ts'
import { type Country, isCountry } from '#contract/input/address/country.ts'
import { getPostalCodeExample, needsPostalCode } from '#contract/input/address/postal-code.ts'
import { hasHouseNames } from '#contract/input/address/street-number.ts'
import { getLimitText, getPhoneText } from '#web/platform/forms/limit-text.ts'
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
  const optional = isOptional(name, country, needsCompany) ? text('settings.optional') : undefined
  return { label: text(getLabel(name, country)), optional, hint: getHint({ text }, name, country) }
}

/** Returns the sentence about a refused field: that it is missing, its bound, or what is wrong with it. */
export function getRefusalText(
  texts: Pick<Texts, 'text'>,
  name: string,
  issue: string,
  values: Record<string, string>,
): string {
  // The names of the form's fields.
  const field = name as AddressField | 'countryCode'
  if (field === 'street' && issue === 'conflict') return texts.text('address.street.whole')
  if (field === 'phoneNumber' && issue === 'not-valid') return getPhoneText(texts, values[field])
  return getLimit(texts, field, issue, values.countryCode) ?? texts.text(REFUSAL_BY_FIELD[field])
}

function getLimit(
  texts: Pick<Texts, 'text'>,
  field: AddressField | 'countryCode',
  issue: string,
  country: unknown,
): string | undefined {
  if (field === 'countryCode' || !isCountry(country)) return undefined
  const max = field === 'phoneNumber' ? undefined : ADDRESS_TEXT_MAX[field]
  const min = field === 'street' ? STREET_MIN : undefined
  return getLimitText(texts, { label: texts.text(getLabel(field, country)), min, max }, issue)
}

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
  firstName: 'settings.first-name',
  lastName: 'settings.last-name',
  companyName: 'address.company',
  street: 'address.street',
  streetNumber: 'address.number',
  streetNumberAddition: 'address.addition',
  postalCode: 'address.postal-code',
  city: 'address.city',
  phoneNumber: 'settings.phone',
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
