import type { Country } from './country.ts'

/**
 * Normalises a postal code to the spelling of its country (OP-78): upper case, without the prefix of the country (D-10115),
 * with its space or hyphen. Undefined for an invalid one.
 */
export function normalizePostalCode(country: Country, typed: string): string | undefined {
  const { pattern, prefix, spelling } = FORMAT_BY_COUNTRY[country]
  const compact = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
  const code = compact.replace(prefix, '')
  return pattern.test(code) ? spelling(code) : undefined
}

/** An example in the spelling of the country, for a form's hint. */
export const getPostalCodeExample = (country: Country): string => FORMAT_BY_COUNTRY[country].example

/** False for Ireland, where addresses may have none (OP-78). */
export const needsPostalCode = (country: Country): boolean => country !== 'IE'

interface PostalCodeFormat {
  /** Without spaces and hyphens. */
  pattern: RegExp
  /** Prefixes that name the country of a code. */
  prefix: RegExp
  spelling: (code: string) => string
  example: string
}

const keepSpelling = (code: string) => code
/** Splits a code before its last characters. */
const splitBefore = (lastLength: number, separator: string) => (code: string) =>
  `${code.slice(0, -lastLength)}${separator}${code.slice(-lastLength)}`

const createDigitsFormat = (count: number, prefix: RegExp, example: string): PostalCodeFormat => ({
  pattern: new RegExp(`^[0-9]{${count}}$`),
  prefix,
  spelling: keepSpelling,
  example,
})

const BFPO = /^BFPO(?=[0-9])/

const FORMAT_BY_COUNTRY: Readonly<Record<Country, PostalCodeFormat>> = {
  AT: createDigitsFormat(4, /^AT?(?=[0-9])/, '1010'),
  BE: createDigitsFormat(4, /^BE?(?=[0-9])/, '1000'),
  DE: createDigitsFormat(5, /^DE?(?=[0-9])/, '10115'),
  DK: createDigitsFormat(4, /^DK(?=[0-9])/, '2100'),
  ES: createDigitsFormat(5, /^ES?(?=[0-9])/, '28001'),
  FR: createDigitsFormat(5, /^FR?(?=[0-9])/, '75001'),
  // BS 7666 with the letters each position can have; Girobank; forces post offices, which have numbers only.
  GB: {
    pattern:
      /^(GIR0AA|BFPO[0-9]{1,4}|[A-PR-UWYZ]([0-9][0-9A-HJKPSTUW]?|[A-HK-Y][0-9][0-9ABEHMNPRVWXY]?)[0-9][ABD-HJLNP-UW-Z]{2})$/,
    prefix: /^GB/,
    spelling: code => (BFPO.test(code) ? code.replace(BFPO, 'BFPO ') : splitBefore(3, ' ')(code)),
    example: 'BS1 4DJ',
  },
  // Eircode: a routing key, including D6W, and four characters of a restricted alphabet.
  IE: {
    pattern: /^([AC-FHKNPRTV-Y][0-9]{2}|D6W)[0-9AC-FHKNPRTV-Y]{4}$/,
    prefix: /^IE(?=[A-Z])/,
    spelling: splitBefore(4, ' '),
    example: 'D02 X285',
  },
  IT: createDigitsFormat(5, /^IT?(?=[0-9])/, '00118'),
  // The letters SA, SD and SS are not assigned.
  NL: {
    pattern: /^[1-9][0-9]{3}(?!S[ADS])[A-Z]{2}$/,
    prefix: /^NL(?=[0-9])/,
    spelling: splitBefore(2, ' '),
    example: '1012 AB',
  },
  NO: createDigitsFormat(4, /^NO?(?=[0-9])/, '0150'),
  PT: { ...createDigitsFormat(7, /^PT?(?=[0-9])/, '1000-205'), spelling: splitBefore(3, '-') },
  SE: { ...createDigitsFormat(5, /^SE?(?=[0-9])/, '111 22'), spelling: splitBefore(2, ' ') },
}
