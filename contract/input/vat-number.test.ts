import { expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import { COUNTRIES, type Country } from './address/country.ts'
import { hasWrongCheckDigits, normalizeVatNumber, vatNumber } from './vat-number.ts'

/** A number with right check digits of each country, and as its customers write it. */
const NUMBERS: Record<Country, [normal: string, typed: string]> = {
  AT: ['ATU10223006', 'ATU 10223006'],
  BE: ['BE0411905847', 'be 0411.905.847'],
  DE: ['DE136695976', '136 695 976'],
  DK: ['DK13585628', '13 58 56 28'],
  ES: ['ESA28015865', 'a-28015865'],
  FR: ['FR40303265045', 'FR 40 303 265 045'],
  GB: ['GB980780684', '980 7806 84'],
  IE: ['IE6433435F', '6433435f'],
  IT: ['IT00743110157', '00743110157'],
  NL: ['NL004495445B01', '004495445B01'],
  NO: ['NO923609016MVA', '923 609 016 MVA'],
  PT: ['PT501964843', '501 964 843'],
  SE: ['SE556188840401', '556188840401'],
}

test.each(COUNTRIES)('AA-107 OP-83 a number of %s is accepted as it is written', country => {
  const [normal, typed] = NUMBERS[country]
  expect(safeParse(vatNumber(country), typed).data).toBe(normal)
  expect(normalizeVatNumber('GB', normal)).toBe(normal)
  expect(hasWrongCheckDigits(normal)).toBe(false)
})

test.each(['GB12345', 'GB98078068', 'XX123456789', 'DE12345678A', 'PL1234567890', '<b>', '12 34'])(
  'AA-107 OP-83 %s is refused',
  typed => {
    expect(safeParse(vatNumber('GB'), typed).success).toBe(false)
  },
)

test('AA-107 wrong check digits of the right form are accepted and noticed', () => {
  for (const number of ['GB980780685', 'DE136695977', 'NL004495446B01', 'BE0411905848', 'IT00743110158']) {
    expect(safeParse(vatNumber('GB'), number).data).toBe(number)
    expect(hasWrongCheckDigits(number)).toBe(true)
  }
})

test('AA-107 a new Belgian series, which no rule judges, is accepted without a warning', () => {
  expect(safeParse(vatNumber('BE'), '1000.123.456').data).toBe('BE1000123456')
  expect(hasWrongCheckDigits('BE1000123456')).toBe(false)
})
