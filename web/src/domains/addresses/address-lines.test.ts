import { expect, test } from 'vitest'
import { createAddressSchema } from '#contract/input/address/address.ts'
import { COUNTRIES, type Country } from '#contract/input/address/country.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { isWholeAddress } from '../../../../contract/input/address/address.ts'
import { formatAddressLines } from './address-lines.ts'
import shapesByCountry from './address-shapes.json' with { type: 'json' }

/**
 * Shapes of addresses after the public guides of the postal services: street, number, addition, postal code, town, and after
 * ⇒ the printed lines between name and country. '-' instead of a number: 'No number' is chosen.
 */
const shapes = COUNTRIES.flatMap(country => shapesByCountry[country].map(line => readShape(country, line)))

test('RV-836 the table has 16 shapes of each of the 13 countries', () => {
  expect(shapes).toHaveLength(13 * 16)
})

test.each(shapes)(
  'RV-836 $countryCode: $printed is accepted and printed so',
  ({ printed, values, hasNumber }) => {
    const schema = createAddressSchema({ needsStreetNumber: hasNumber })
    const { data, issues } = checkInput(schema, values, 'address')
    expect(issues).toBeUndefined()
    const lines = formatAddressLines({ locale: 'en-GB' }, data!)
    expect(lines.slice(1, -1).join(' / ')).toBe(printed)
  },
)

test('RV-840 a whole address pasted into the street is refused at the street, a street of the table is not', () => {
  const pasted: [Country, string][] = [
    ['DE', 'Kastanienallee 26, 10435 Berlin'],
    ['DE', 'Kastanienallee 26 10435 Berlin'],
    ['AT', 'Rathausplatz 1, A-1010 Wien'],
    ['BE', 'Rue de Fer 42, 5000 Namur'],
    ['DK', 'Nyhavn 17, 2. tv., 1051 København K'],
    ['ES', 'Calle Mayor 12, 28013 Madrid'],
    ['FR', '99 Rue de Rivoli, 75001 Paris'],
    ['GB', '12 Rosemary Lane, Bristol BS6 5AD'],
    ['GB', '12 Rosemary Lane Bristol bs65ad'],
    ['IE', '27 Rathgar Avenue, Dublin 6, D06 F8R9'],
    ['IT', 'Via Roma 12, 20121 Milano'],
    ['NL', 'Dam 1, 1012 JS Amsterdam'],
    ['NL', 'Dam 1 1012JS Amsterdam'],
    ['NO', 'Postboks 1200 Sentrum, 0107 Oslo'],
    ['PT', 'Rua Augusta 12, 1100-053 Lisboa'],
    ['SE', 'Drottninggatan 71A, 111 36 Stockholm'],
  ]
  expect(pasted.filter(([country, street]) => !isWholeAddress(country, street))).toEqual([])
  expect(shapes.filter(({ countryCode, values }) => isWholeAddress(countryCode, values.street))).toEqual([])
})

function readShape(countryCode: Country, line: string) {
  const [fields = '', printed = ''] = line.split('⇒').map(part => part.trim())
  const [street = '', number = '', streetNumberAddition = '', postalCode = '', city = ''] = fields
    .split('|')
    .map(field => field.trim())
  const hasNumber = number !== '-'
  const streetNumber = hasNumber ? number : ''
  const person = { firstName: 'Anna', lastName: 'Keller', phoneNumber: '030 901820', countryCode }
  const values = { ...person, street, streetNumber, streetNumberAddition, postalCode, city }
  return { countryCode, printed, hasNumber, values }
}
