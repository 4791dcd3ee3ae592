import type { Country } from './country.ts'

/**
 * Normalises a postal code to the format of its country: upper case, without the prefix of the country
 * (D-10115), with its space or hyphen. Undefined for an invalid one.
 */
export function normalizePostalCode(country: Country, input: string): string | undefined {
  const { pattern, prefix, format } = FORMAT_BY_COUNTRY[country]
  const compact = input
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
  const code = compact.replace(prefix, '')
  return pattern.test(code) ? format(code) : undefined
}

/** Returns an example in the format of the country, for a form's hint. */
export const getPostalCodeExample = (country: Country): string => FORMAT_BY_COUNTRY[country].example

/** False for Ireland, where addresses may have none. */
export const needsPostalCode = (country: Country): boolean => country !== 'IE'

interface PostalCodeFormat {
  /** Without spaces and hyphens. */
  pattern: RegExp
  /** Prefixes that name the country of a code. */
  prefix: RegExp
  format: (code: string) => string
  example: string
}

const keepFormat = (code: string) => code
/** Creates a function that inserts `separator` before the last `lastLength` characters. */
const createSeparatorInserter = (lastLength: number, separator: string) => (code: string) =>
  `${code.slice(0, -lastLength)}${separator}${code.slice(-lastLength)}`

const createDigitsFormat = (count: number, prefix: RegExp, example: string): PostalCodeFormat => ({
  pattern: new RegExp(`^[0-9]{${count}}$`),
  prefix,
  format: keepFormat,
  example,
})

const BFPO_PATTERN = /^BFPO(?=[0-9])/

const FORMAT_BY_COUNTRY: Readonly<Record<Country, PostalCodeFormat>> = {
  AT: createDigitsFormat(4, /^AT?(?=[0-9])/, '1010'),
  BE: createDigitsFormat(4, /^BE?(?=[0-9])/, '1000'),
  DE: createDigitsFormat(5, /^DE?(?=[0-9])/, '10115'),
  DK: createDigitsFormat(4, /^DK(?=[0-9])/, '2100'),
  ES: createDigitsFormat(5, /^ES?(?=[0-9])/, '28001'),
  FR: createDigitsFormat(5, /^FR?(?=[0-9])/, '75001'),
  // GIR 0AA (Girobank), BFPO numbers (army post offices), and the codes of BS 7666, with the letters allowed at each
  // position.
  GB: {
    pattern:
      /^(GIR0AA|BFPO[0-9]{1,4}|[A-PR-UWYZ]([0-9][0-9A-HJKPSTUW]?|[A-HK-Y][0-9][0-9ABEHMNPRVWXY]?)[0-9][ABD-HJLNP-UW-Z]{2})$/,
    prefix: /^GB/,
    format: code =>
      BFPO_PATTERN.test(code) ? code.replace(BFPO_PATTERN, 'BFPO ') : createSeparatorInserter(3, ' ')(code),
    example: 'BS1 4DJ',
  },
  // Eircode: a routing key, including D6W, and four characters of a restricted alphabet.
  IE: {
    pattern: /^([AC-FHKNPRTV-Y][0-9]{2}|D6W)[0-9AC-FHKNPRTV-Y]{4}$/,
    prefix: /^IE(?=[A-Z])/,
    format: createSeparatorInserter(4, ' '),
    example: 'D02 X285',
  },
  IT: createDigitsFormat(5, /^IT?(?=[0-9])/, '00118'),
  // The letters SA, SD and SS are not assigned.
  NL: {
    pattern: /^[1-9][0-9]{3}(?!S[ADS])[A-Z]{2}$/,
    prefix: /^NL(?=[0-9])/,
    format: createSeparatorInserter(2, ' '),
    example: '1012 AB',
  },
  NO: createDigitsFormat(4, /^NO?(?=[0-9])/, '0150'),
  PT: { ...createDigitsFormat(7, /^PT?(?=[0-9])/, '1000-205'), format: createSeparatorInserter(3, '-') },
  SE: { ...createDigitsFormat(5, /^SE?(?=[0-9])/, '111 22'), format: createSeparatorInserter(2, ' ') },
}
