import * as z from 'zod/mini'

/**
 * A phone number as a person writes it: an optional + and 6 to 15 digits, with spaces and dashes. Runs of
 * spaces become one; the grouping stays. Refused as 'empty' or 'not-valid'.
 */
export const phoneNumber = z.string().check(z.overwrite(normalize), z.minLength(1), z.refine(isPhoneNumber))

function normalize(input: string): string {
  return input
    .replace(/\s+/g, ' ')
    .replace(/\p{Pd}/gu, '-')
    .trim()
}

function isPhoneNumber(number: string): boolean {
  const digits = number.replace(/[^0-9]/g, '').length
  return /^\+?[0-9 -]*$/.test(number) && digits >= 6 && digits <= 15
}
