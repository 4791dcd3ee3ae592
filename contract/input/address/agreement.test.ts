import fc from 'fast-check'
import { expect, test } from 'vitest'
import { config } from 'zod'
import { addressInput } from '../../addresses.ts'
import { checkInput } from '../field-issues.ts'
import { createAddressSchema } from './address.ts'
import { COUNTRIES } from './country.ts'
import { REAL_ADDRESSES } from './real-addresses.testing.ts'

const REAL: Record<string, string>[] = REAL_ADDRESSES.map(({ given }) => ({ ...given, companyName: '' }))

/** Fragments of typical input, and of input that breaks parsers. */
const typed = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '-',
    's/n',
    'snc',
    '12',
    '12 b',
    'Rose Cottage',
    '<b>',
    'a;b',
    '1012 AB',
    'D-10115',
  ),
  fc.constantFrom(
    'SW1A 1AA',
    'D02X285',
    '1000-205',
    '+49 30 901820',
    '\u0000',
    '\ud83d',
    '１０１１５',
    'ß',
    'İ',
  ),
  fc.string({ maxLength: 90, unit: 'grapheme' }),
  fc.stringMatching(/^[A-Z0-9 -]{0,9}$/),
)

const entered = fc
  .record({
    real: fc.constantFrom(...REAL),
    changes: fc.dictionary(fc.constantFrom(...Object.keys(REAL[0]!), 'colour'), typed, { maxKeys: 3 }),
    country: fc.option(fc.constantFrom(...COUNTRIES, 'XX', ''), { nil: undefined, freq: 3 }),
  })
  .map(({ real, changes, country }) => ({
    ...real,
    ...changes,
    ...(country !== undefined && { countryCode: country }),
  }))

test('OP-78 form and call agree on 600 random addresses, and an accepted one is its own normal form', () => {
  const outcomes = { accepted: 0, refused: 0 }
  fc.assert(
    fc.property(entered, fc.boolean(), fc.boolean(), (values, needsCompany, needsStreetNumber) => {
      const rules = { needsCompany, needsStreetNumber }
      // The pages' security policy forbids generated code; the server generates it.
      config({ jitless: true })
      const form = checkInput(createAddressSchema(rules), values, 'address')
      config({ jitless: false })
      const call = checkInput(addressInput(rules), values, 'address')
      expect(form).toEqual(call)
      outcomes[form.data ? 'accepted' : 'refused']++
      if (form.data) expect(checkInput(addressInput(rules), form.data, 'address').data).toEqual(form.data)
    }),
    { numRuns: 600, seed: 54 },
  )
  expect(Math.min(outcomes.accepted, outcomes.refused)).toBeGreaterThan(60)
})
