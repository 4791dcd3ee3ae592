import { describe, expect, test } from 'vitest'
import { toMonths } from './months.ts'

const timeline = { '2023': { '12': 4 }, '2024': { '2': 1, '10': 7 }, '1970': { '1': 3 } }
const keys = (order: 'asc' | 'desc') => toMonths(timeline, order).map(({ key }) => key)

describe('month sections', () => {
  test('PL-028 the answer becomes a list of year, month and count with the key year/month', () => {
    expect(toMonths(timeline, 'desc')[0]).toEqual({ key: '2024/10', year: 2024, month: 10, count: 7 })
  })

  test("PL-025 sections follow the sort order, 'Unknown Date' is always last", () => {
    expect(keys('desc')).toEqual(['2024/10', '2024/2', '2023/12', '1970/1'])
    expect(keys('asc')).toEqual(['2023/12', '2024/2', '2024/10', '1970/1'])
  })
})
