import type { Country } from './country.ts'

/** Where houses have names, the number may be one or missing (OP-78). */
export const hasHouseNames = (country: Country): boolean => country === 'GB' || country === 'IE'

/**
 * Whether the text can be the number of a house: with a digit (OP-78) or, where houses without a number are usual, the
 * abbreviation that says so. '12, 3.º Esq.' and '7 bis' are numbers.
 */
export function isStreetNumber(country: Country, number: string): boolean {
  return hasHouseNames(country) || /[0-9]/.test(number) || WITHOUT_NUMBER[country]?.test(number) === true
}

/** 'Senza numero civico', 'sin número', 'sem número': written on such houses' letters. */
const WITHOUT_NUMBER: Partial<Record<Country, RegExp>> = {
  ES: /^s[./]?\s?n\.?[ºo]?\.?$/i,
  IT: /^s\.?\s?n\.?\s?c?\.?$/i,
  PT: /^s[./]?\s?n\.?[ºo]?\.?$/i,
}
