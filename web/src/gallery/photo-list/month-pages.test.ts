import { describe, expect, test } from 'vitest'
import { computeLayout, findRowsBetween } from '../layout/layout.ts'
import { combinePageStates, listRequestedPages, type OpenMonths, openNextPage } from './month-pages.ts'

const geometry = { width: 516, columns: 5, tile: 100, gap: 4, monthGap: 20, header: 56, space: 12 }
const months = [
  { key: '2024/3', year: 2024, month: 3, count: 1000 },
  { key: '2024/2', year: 2024, month: 2, count: 10 },
  { key: '2024/1', year: 2024, month: 1, count: 50 },
]

function wanted(top: number, bottom: number, open: OpenMonths = new Map()) {
  const layout = computeLayout(
    months.map(({ count }) => count),
    month => open.get(months[month]!.key),
    geometry,
  )
  return listRequestedPages(layout, months, findRowsBetween(layout, top, bottom)!, open)
}

describe('pages of the months in view', () => {
  test('PL-031 a section requests its first page when it scrolls into view; sections never seen request nothing', () => {
    expect(wanted(0, 500)).toEqual([{ month: '2024/3', part: 'first' }])
    expect(wanted(500, 1000).map(({ month }) => month)).toEqual(['2024/3', '2024/2', '2024/1'])
  })

  test('OP-09 a whole month requests only the blocks of its rows in view', () => {
    const whole = new Map([['2024/3', Number.POSITIVE_INFINITY]])
    const top = 56 + 104 * 47
    expect(wanted(top, top + 400, whole)).toEqual([
      { month: '2024/3', part: 0 },
      { month: '2024/3', part: 1 },
    ])
    expect(wanted(top + 104 * 60, top + 104 * 62, whole)).toEqual([{ month: '2024/3', part: 2 }])
  })

  test('RV-843 a month opened page by page requests the pages of 24 of its rows in view', () => {
    const open = openNextPage(openNextPage(new Map(), '2024/3'), '2024/3')
    expect(wanted(0, 400, open)).toEqual([{ month: '2024/3', part: 'first' }])
    const row = (index: number) => 56 + 104 * index
    expect(wanted(row(4), row(10), open)).toEqual([
      { month: '2024/3', part: 'first' },
      { month: '2024/3', part: 'next-1' },
      { month: '2024/3', part: 'next-2' },
    ])
    // The row of '+928' alone.
    expect(wanted(row(14) + 1, row(14) + 2, open)).toEqual([{ month: '2024/3', part: 'next-2' }])
  })

  test('PL-032 a month is uninitialized, pending, fulfilled or rejected', () => {
    const pending = { status: 'pending' } as const
    const success = { status: 'success' } as const
    const error = { status: 'error' } as const
    expect(combinePageStates([])).toBe('uninitialized')
    expect(combinePageStates([pending, success])).toBe('pending')
    expect(combinePageStates([success])).toBe('fulfilled')
    expect(combinePageStates([success, error, pending])).toBe('rejected')
  })
})
