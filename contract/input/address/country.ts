import * as z from 'zod/mini'

/** The countries of brands and addresses: ISO 3166-1 alpha-2. */
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

/** Returns the countries to which a brand delivers, and which its customers' addresses may have. */
export function getDeliveryCountries({
  deliveryCountries = COUNTRIES,
}: {
  deliveryCountries?: readonly Country[] | undefined
}): readonly Country[] {
  return deliveryCountries
}
