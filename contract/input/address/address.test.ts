import { describe, expect, test } from 'vitest'
import { checkInput } from '../field-issues.ts'
import { createAddressSchema } from './address.ts'
import { COUNTRIES } from './country.ts'
import { getPostalCodeExample } from './postal-code.ts'
import { REAL_ADDRESSES as real } from './real-addresses.testing.ts'
import wrongFields from './wrong-fields.json' with { type: 'json' }

const PERSON = { firstName: 'Anna', lastName: 'Keller' }

/** Values by field: each makes exactly that field of a valid address refused. */
const wrong = COUNTRIES.flatMap(country =>
  [...wrongFields.everywhere, ...wrongFields[country]].map(line => {
    const [field = '', value = ''] = line.split(':')
    return { country, field: field.trim(), value: value.trim() }
  }),
)

describe('OP-78 addresses of 13 countries', () => {
  test('AA-101 20 real and 10 wrong ones of each country', () => {
    for (const country of COUNTRIES) {
      expect([country, real.filter(each => each.country === country).length]).toEqual([country, 20])
      expect([country, wrong.filter(each => each.country === country).length]).toEqual([country, 10])
    }
  })

  test.each(real)(
    'AA-101 $country: $given.streetNumber $given.street, $given.city is accepted',
    ({ given, code }) => {
      const { data, issues } = checkInput(createAddressSchema(), given, 'address')
      expect(issues).toBeUndefined()
      expect(data).toMatchObject({ street: given.street, city: given.city, phoneNumber: given.phoneNumber })
      expect(data?.postalCode).toBe(code || undefined)
    },
  )

  test.each(wrong)(
    'AA-101 $country: $field "$value" is refused at its field',
    ({ country, field, value }) => {
      const good = real.find(each => each.country === country)!.given
      const schema = createAddressSchema({ needsStreetNumber: true })
      const { issues } = checkInput(schema, { ...good, [field]: value }, 'address')
      expect(Object.keys(issues ?? {})).toEqual([field])
    },
  )

  test.each(COUNTRIES)(
    'AA-101 %s: the example of a postal code is in the spelling of the country',
    country => {
      const good = real.find(each => each.country === country)!.given
      const postalCode = getPostalCodeExample(country)
      expect(checkInput(createAddressSchema(), { ...good, postalCode }, 'address').data?.postalCode).toBe(
        postalCode,
      )
    },
  )
})

test('AA-101 all wrong fields are named at once, those of the country’s rules as well', () => {
  const given = { ...PERSON, lastName: ' ', street: 'A', streetNumber: '–', postalCode: '1', city: '' }
  const address = { ...given, countryCode: 'DE', phoneNumber: '1' }
  expect(checkInput(createAddressSchema(), address, 'address').issues).toEqual({
    lastName: 'empty',
    street: 'too-short',
    streetNumber: 'not-valid',
    postalCode: 'not-valid',
    city: 'empty',
    phoneNumber: 'not-valid',
  })
})

test('OP-77 OP-78 a business names its company, and a brand delivers to its countries', () => {
  const good = real.find(each => each.country === 'DE')!.given
  const rules = { countries: ['DK', 'NO', 'SE'], needsCompany: true } as const
  expect(checkInput(createAddressSchema(rules), { ...good, city: '' }, 'address').issues).toEqual({
    city: 'empty',
    companyName: 'empty',
    countryCode: 'not-valid',
  })
})

test('OP-77 empty optional fields are left out', () => {
  const { given } = real.find(each => each.country === 'IE' && !each.code)!
  expect(
    checkInput(createAddressSchema(), { ...given, companyName: ' ' }, 'address').data,
  ).not.toHaveProperty('companyName')
})

test.each([
  ['prefix, lower case, no space', 'NL', '1012ab', '1012 AB'],
  ['a non-breaking hyphen', 'PT', '1000‑205', '1000-205'],
  ['full-width digits', 'DE', '１０１１５', '10115'],
] as const)('OP-78 a postal code with %s is put into its spelling', (_, country, typed, spelling) => {
  const good = real.find(each => each.country === country)!.given
  expect(checkInput(createAddressSchema(), { ...good, postalCode: typed }, 'address').data?.postalCode).toBe(
    spelling,
  )
})
