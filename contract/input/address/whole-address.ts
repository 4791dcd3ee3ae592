import type { Country } from './country.ts'
import { normalizePostalCode } from './postal-code.ts'

/**
 * Whether a street contains a postal code of the country, as a whole address does that was pasted into it: 'Kastanienallee
 * 26, 10435 Berlin'. A code of digits only counts between a comma or number and a name, so that 'Postboks 1200 Sentrum'
 * and 'Route 66' are streets.
 */
export function isWholeAddress(country: Country, street: string): boolean {
  const tokens = street.match(/,|[^\s,]+/g) ?? []
  return tokens.some((token, index) => {
    if (index === 0 || token === ',') return false
    const codeLengths = HAS_SPACED_CODE[country] ? [1, 2] : [1]
    return codeLengths.some(length => {
      const code = tokens.slice(index, index + length).join(' ')
      if (normalizePostalCode(country, code) === undefined) return false
      if (country === 'GB' || country === 'IE') return true
      return /^,|[0-9]/.test(tokens[index - 1]!) && /^\p{L}/u.test(tokens[index + length] ?? '')
    })
  })
}

/** Countries whose postal codes are written with a space. */
const HAS_SPACED_CODE: Partial<Record<Country, true>> = { GB: true, IE: true, NL: true, PT: true, SE: true }
