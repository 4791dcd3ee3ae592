import { describe, expect, test } from 'vitest'
import { toMonth, toMonthKey, toTimeline } from './month-keys.ts'
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

  test('NX-244 January 1970 stands between its neighbours, photos without a date last', () => {
    const months = [
      { year: 1970, month: 1, undated: true, photos: 5 },
      { year: 1970, month: 1, undated: false, photos: 2 },
      { year: 1970, month: 2, undated: false, photos: 1 },
      { year: 1969, month: 12, undated: false, photos: 3 },
    ]
    const inOrder = toMonths(toTimeline({ months }).counts, 'asc')
    expect(inOrder.map(({ key, count }) => [key, count])).toEqual([
      ['1969/12', 3],
      ['1970/0', 2],
      ['1970/2', 1],
      ['1970/1', 5],
    ])
    for (const month of months) {
      const undated = month.month === 1 ? month.undated : expect.anything()
      expect(toMonth(toMonthKey(month))).toEqual(
        month.year === 1970
          ? { year: 1970, month: month.month, undated }
          : { year: month.year, month: month.month, undated: undefined },
      )
    }
  })

  test('NX-254 wide photos count from the newest on the wire, and in the order of the page in its months', () => {
    const month = { year: 2024, month: 5, undated: false, photos: 10, wide: [0, 2, 7] }
    const january = { year: 1970, month: 1, undated: false, photos: 3, wide: [2] }
    const { counts, wide } = toTimeline({ months: [month, january] })
    expect(toMonths(counts, 'desc', wide).map(({ key, wide }) => [key, wide])).toEqual([
      ['2024/5', [0, 2, 7]],
      ['1970/0', [2]],
    ])
    expect(toMonths(counts, 'asc', wide).map(({ key, wide }) => [key, wide])).toEqual([
      ['1970/0', [0]],
      ['2024/5', [2, 7, 9]],
    ])
  })
})
