import { expect, test } from 'vitest'
import { findRuns } from './text-painter.ts'

test.each([
  ['Łódź', 'figtree', 'Łódź', undefined],
  ['Παπαδόπουλος', 'noto', 'Παπαδόπουλος', undefined],
  ['Ёлка', 'noto', 'Ёлка', undefined],
  ['Nguyễn', 'noto', 'Nguyễn', undefined],
  ['٣٦٥', 'noto', '365', '٣٦٥'],
  ['۱۲۳', 'noto', '123', '۱۲۳'],
  ['محمد', 'noto', 'Mhmd', 'محمد'],
  ['שלום', 'noto', 'Shlvm', 'שלום'],
  ['山田', 'noto', '��', '山田'],
  ['A✨', 'noto', 'A', 'A✨'],
])('AA-084 %s is drawn in %s as %s', (word, family, text, actual) => {
  expect(findRuns(word, 'regular')).toEqual([{ text, family, ...(actual ? { actual } : {}) }])
})

test('AA-084 what is drawn as nothing is left out', () => {
  expect(findRuns('\u200Ea\u00ADb\uFEFF', 'regular')).toEqual([{ text: 'ab', family: 'figtree' }])
  expect(findRuns('✨', 'regular')).toEqual([])
  expect(findRuns('e\u0301', 'regular')).toEqual([{ text: 'é', family: 'figtree' }])
})
