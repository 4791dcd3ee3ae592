import { expect, test } from 'vitest'
import { listBars, listPeriodMonths } from './period.ts'
import {
  findRange,
  formatSource,
  parseSource,
  type SuggestionSourceChoice,
  toSelection,
} from './suggestion-source.ts'

const months = listPeriodMonths({ '2024': { '11': 3, '12': 1 }, '2025': { '2': 5 }, '1970': { '1': 7 } })

test('NX-231 months without photos are between the others, photos without a date are not among them', () => {
  expect(months.map(({ year, month, photos }) => [year, month, photos])).toEqual([
    [2024, 11, 3],
    [2024, 12, 1],
    [2025, 1, 0],
    [2025, 2, 5],
  ])
  expect(listPeriodMonths({ '1970': { '1': 7 } })).toEqual([])
})

test('NX-231 more than 60 months are shown as years', () => {
  expect(listBars(months)).toHaveLength(4)
  const years = listBars(listPeriodMonths({ '2019': { '12': 2 }, '2020': { '1': 3 }, '2025': { '2': 5 } }))
  expect(years.map(({ photos }) => photos)).toEqual([2, 3, 0, 0, 0, 0, 5])
  expect([years[0], years.at(-1)]).toMatchObject([
    { from: 0, to: 0 },
    { from: 61, to: 62 },
  ])
})

test.each<[string | undefined, SuggestionSourceChoice]>([
  [undefined, { kind: 'all' }],
  ['period', { kind: 'period' }],
  ['2024-11..2025-02', { kind: 'period', months: { first: '2024-11', last: '2025-02' } }],
  ['album', { kind: 'album' }],
  ['album:1', { kind: 'album', albumId: '1' }],
  ['selection', { kind: 'selection' }],
  ['search:date=2024-11&date=2024-12', { kind: 'search', filter: { date: ['2024-11', '2024-12'] } }],
])('NX-231 the address %j is the source %j, and the other way round', (text, source) => {
  expect(parseSource(text)).toEqual(source)
  expect(formatSource(source)).toBe(text)
})

test.each(['2025-02..2024-11', 'other', 'search:', 'search:other=1', ['album:1', 'album:2']])(
  'NX-231 the address %j is the whole library',
  text => {
    expect(parseSource(text)).toEqual({ kind: 'all' })
  },
)

test('NX-231 a period is the months with photos that are in it', () => {
  const source = parseSource('2024-12..2025-02')
  const { from, to } = findRange(source, months)
  expect([from, to]).toEqual([1, 3])
  expect(toSelection(source, { period: months.slice(from, to + 1) })).toEqual({
    months: [
      { year: 2024, month: 12 },
      { year: 2025, month: 2 },
    ],
  })
})

test('NX-231 a period that is still to be chosen is the last year', () => {
  const long = listPeriodMonths({ '2020': { '1': 1 }, '2025': { '2': 5 } })
  expect(findRange({ kind: 'period' }, long)).toEqual({ from: 50, to: 61 })
  expect(findRange(parseSource('1999-01..1999-12'), months)).toEqual({ from: 0, to: 3 })
})

test('NX-231 the whole library has no selection, a source that is still to be chosen is null', () => {
  expect(toSelection({ kind: 'all' }, { period: [] })).toBeUndefined()
  expect(toSelection({ kind: 'album' }, { period: [] })).toBeNull()
  expect(toSelection({ kind: 'period' }, { period: [] })).toBeNull()
  expect(toSelection({ kind: 'album', albumId: '1' }, { period: [] })).toEqual({ albums: [{ albumId: '1' }] })
})
