import * as z from 'zod/mini'

/** The countries of the brands (AA-031), which are those of addresses: ISO 3166-1 alpha-2. */
export const COUNTRIES = [
  'AT',
  'BE',
  'DE',
  'DK',
  'ES',
  'FR',
  'GB',
  'IE',
  'IT',
  'NL',
  'NO',
  'PT',
  'SE',
] as const
export type Country = (typeof COUNTRIES)[number]

export const countryCode = z.enum(COUNTRIES)

export const isCountry = (value: unknown): value is Country =>
  (COUNTRIES as readonly unknown[]).includes(value)

/** The countries that a brand delivers to, which are those of its customers' addresses (OP-78). */
export function deliveryCountriesOf({
  deliveryCountries = COUNTRIES,
}: {
  deliveryCountries?: readonly Country[] | undefined
}): readonly Country[] {
  return deliveryCountries
}
