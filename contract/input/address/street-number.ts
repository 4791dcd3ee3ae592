import type { Country } from './country.ts'

/** Whether houses may have a name instead of a number. */
export const hasHouseNames = (country: Country): boolean => country === 'GB' || country === 'IE'

/**
 * Whether the text is a valid house number: it contains a digit or, in countries with houses without a number, is
 * the abbreviation for it. '12, 3.º Esq.' and '7 bis' are valid.
 */
export function isStreetNumber(country: Country, number: string): boolean {
  return (
    hasHouseNames(country) || /[0-9]/.test(number) || STREETS_WITHOUT_NUMBER[country]?.test(number) === true
  )
}

/** Abbreviations of 'senza numero civico', 'sin número', 'sem número'. */
const STREETS_WITHOUT_NUMBER: Partial<Record<Country, RegExp>> = {
  ES: /^s[./]?\s?n\.?[ºo]?\.?$/i,
  IT: /^s\.?\s?n\.?\s?c?\.?$/i,
  PT: /^s[./]?\s?n\.?[ºo]?\.?$/i,
}
