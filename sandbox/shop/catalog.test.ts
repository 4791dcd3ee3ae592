import { expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { getPixelsFor, ratePrint } from '#contract/print-quality.ts'
import { PRINT_PIXELS_MIN } from '#contract/temp-selections.ts'
import { PRINT_SIZES } from './catalog.ts'

const [smallest] = PRINT_SIZES

test.each(brands.map(brand => [brand.id, brand] as const))(
  'NX-256 %s names the papers that the shop sells',
  (_, brand) => {
    expect(brand.printSizes).toEqual(PRINT_SIZES.map(({ long, short }) => ({ long, short })))
  },
)

test('RV-819 the library asks about the photos that are too small for the smallest print', () => {
  expect(PRINT_PIXELS_MIN).toEqual(getPixelsFor(smallest!, 'fair'))
  const { long, short } = PRINT_PIXELS_MIN
  expect(ratePrint({ width: long, height: short }, smallest!)?.quality).toBe('fair')
  expect(ratePrint({ width: long - 1, height: short }, smallest!)?.quality).toBe('too-small')
  expect(ratePrint({ width: long, height: short - 1 }, smallest!)?.quality).toBe('too-small')
})
