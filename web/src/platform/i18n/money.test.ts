import { expect, test } from 'vitest'
import { moneyLabel } from './money.ts'
import { textsForTests } from './texts.testing.ts'

test.each([
  [4890, 'GBP', 'en-GB', '£48.90'],
  [5, 'GBP', 'en-GB', '£0.05'],
  [0, 'GBP', 'en-GB', '£0.00'],
  [-350, 'GBP', 'en-GB', '−£3.50'],
  [99_999_999_999, 'EUR', 'en-IE', '€999,999,999.99'],
  [123_456, 'EUR', 'de-DE', '1.234,56 €'],
  [1234, 'JPY', 'en-GB', 'JP¥1,234'],
  [123_456, 'SEK', 'sv-SE', '1 234,56 SEK'],
  [-123_456, 'NOK', 'nb-NO', '−1 234,56 NOK'],
  [123_456, 'DKK', 'da-DK', '1.234,56 DKK'],
  [1234, 'KWD', 'en-GB', 'KWD 1.234'],
] as const)('AA-057 RV-871 %d minor units of %s in %s are %s', (amount, currency, locale, label) => {
  expect(moneyLabel(textsForTests(locale), amount, currency).replace(/\s/g, ' ')).toBe(label)
})
