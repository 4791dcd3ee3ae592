import type { AddressDetails } from '#contract/input/address/address.ts'
import { numberComesFirst } from '#contract/input/address/street-lines.ts'

export type AddressField = Exclude<keyof AddressDetails, 'countryCode'>

/** A field of the form and how many of the 12 columns it takes on wide screens. */
export interface FieldLayout {
  name: AddressField
  columns: number
  /** On phones it shares a row with the field beside it. */
  shares?: boolean
}

/** Returns the fields of an address in the order of its country. */
export function listFields(country: string): readonly FieldLayout[] {
  const hasPostTowns = country === 'GB' || country === 'IE'
  const street: FieldLayout = { name: 'street', columns: 8, shares: hasPostTowns }
  const number: FieldLayout = { name: 'streetNumber', columns: 4, shares: hasPostTowns }
  const postalCode: FieldLayout = { name: 'postalCode', columns: 4, shares: !hasPostTowns }
  const city: FieldLayout = { name: 'city', columns: 8, shares: !hasPostTowns }
  return [
    { name: 'firstName', columns: 6, shares: true },
    { name: 'lastName', columns: 6, shares: true },
    { name: 'companyName', columns: 12 },
    ...(numberComesFirst(country) ? [number, street] : [street, number]),
    { name: 'streetNumberAddition', columns: 12 },
    ...(hasPostTowns ? [city, postalCode] : [postalCode, city]),
    { name: 'phoneNumber', columns: 12 },
  ]
}
