import * as z from 'zod/mini'
import { dropInvisible } from './text.ts'

/**
 * A phone number as a person writes it: 6 to 15 digits, an optional + before them, and the spaces, dashes, brackets, slashes and
 * dots that group them (ITU-T E.123). Runs of spaces become one; the grouping stays. Refused as 'empty' or 'not-valid'.
 */
export const phoneNumber = z.string().check(z.overwrite(normalize), z.minLength(1), z.refine(isPhoneNumber))

function normalize(input: string): string {
  return dropInvisible(input)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
}

function isPhoneNumber(number: string): boolean {
  const digits = number.replace(/[^0-9]/g, '').length
  return /^\(?\+?[0-9 ()./-]*$/.test(number) && digits >= 6 && digits <= 15
}
