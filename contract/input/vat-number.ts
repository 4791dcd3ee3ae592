import {
  austria,
  belgium,
  checkVAT,
  denmark,
  france,
  germany,
  ireland,
  italy,
  netherlands,
  norway,
  portugal,
  spain,
  sweden,
  unitedKingdom,
} from 'jsvat'
import * as z from 'zod/mini'
import { COUNTRIES, type Country } from './address/country.ts'

/**
 * A VAT number as a person writes it, in the form of one of the countries of the brands; its normal form is in
 * capitals, without spaces and signs, with the country's letters in front. A number without them is one of `country`.
 * Refused as 'empty' or 'not-valid'. Does not verify check digits (see hasWrongCheckDigits).
 */
export const vatNumber = (country: Country) =>
  z.string().check(
    z.overwrite(input => normalizeVatNumber(country, input) ?? input.trim()),
    z.minLength(1),
    z.refine(value => normalizeVatNumber(country, value) !== undefined),
  )

/** Returns the normal form of a VAT number; undefined for an invalid one. */
export function normalizeVatNumber(country: Country, input: string): string | undefined {
  const compact = input.toUpperCase().replace(/[\s\p{Pd}./]/gu, '')
  // Tries the number with country letters first, because French numbers may start with any two letters.
  return [compact, country + compact].find(isVatNumber)
}

/**
 * Whether the check digits of a VAT number in its normal form are wrong. False if no rule is known, as for new series
 * of numbers.
 */
export function hasWrongCheckDigits(vatNumber: string): boolean {
  const { isValidFormat, isValid } = checkVAT(vatNumber, [CHECK_BY_COUNTRY[vatNumber.slice(0, 2) as Country]])
  return isValidFormat && !isValid
}

function isVatNumber(compact: string): boolean {
  const country = COUNTRIES.find(each => compact.startsWith(each))
  return country !== undefined && PATTERN_BY_COUNTRY[country].test(compact.slice(2))
}

/** The forms that the countries publish, without the country's letters. */
const PATTERN_BY_COUNTRY: Record<Country, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  ES: /^(?=.*[A-Z])[A-Z\d]\d{7}[A-Z\d]$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  IE: /^(\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/,
  IT: /^\d{11}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(MVA)?$/,
  PT: /^\d{9}$/,
  SE: /^\d{12}$/,
}

const CHECK_BY_COUNTRY: Record<Country, typeof austria> = {
  AT: austria,
  BE: belgium,
  DE: germany,
  DK: denmark,
  ES: spain,
  FR: france,
  GB: unitedKingdom,
  IE: ireland,
  IT: italy,
  NL: netherlands,
  NO: norway,
  PT: portugal,
  SE: sweden,
}
