import * as z from 'zod/mini'
import { isCountryCode } from './country-code.ts'
import { passesFeedCheck } from './feed-checks.ts'

/** An IBAN in its electronic form, without spaces, with correct check digits (ISO 13616). */
export const iban = z.string().check(
  z.regex(/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/),
  z.refine(code => passesFeedCheck(() => hasCorrectCheckDigits(code))),
)

/** A BIC (ISO 9362). */
export const bic = z.string().check(
  z.regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/),
  z.refine(code => isCountryCode(code.slice(4, 6))),
)

/** ISO 7064, MOD 97-10: letters count from 10, country and check digits are at the end. */
function hasCorrectCheckDigits(code: string): boolean {
  const digits = [...code.slice(4), ...code.slice(0, 4)].map(char => Number.parseInt(char, 36))
  const remainder = digits.reduce((rest, digit) => (rest * (digit < 10 ? 10 : 100) + digit) % 97, 0)
  return isCountryCode(code.slice(0, 2)) && remainder === 1
}
