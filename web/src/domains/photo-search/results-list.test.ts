import { expect, test } from 'vitest'
import { createResultsList } from './results-list.ts'

test('NX-244 a selection of January 1970 is not one of the photos without a date', () => {
  const { rule } = createResultsList({ shape: ['square'] }, { key: 'dateTaken', order: 'desc' })
  const toMonths = (key: string) => rule!([{ key, except: ['1'] }] as never).filters![0]!.months
  expect(toMonths('1970/0')).toEqual([{ year: 1970, month: 1, undated: false }])
  expect(toMonths('1970/1')).toEqual([{ year: 1970, month: 1, undated: true }])
})
