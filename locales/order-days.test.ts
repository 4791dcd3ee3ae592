import { describe, expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import { formatDeadline, formatOrderDay, formatOrderDays, type OrderDayReader } from './order-days.ts'

const reader = (now: string, more: Partial<OrderDayReader> = {}): OrderDayReader => ({
  locale: 'en-GB',
  timeZone: 'Europe/London',
  now: Date.parse(now),
  ...more,
})
const NOW = '2026-11-22T11:50:00Z'

describe('NX-109 the year of a day', () => {
  test.each([
    ['today', '2026-11-22T10:00:00Z', '22 November'],
    ['90 days ago', '2026-08-24T10:00:00Z', '24 August'],
    ['91 days ago', '2026-08-23T10:00:00Z', '23 August 2026'],
    ['the next year, though near', '2027-01-04T10:00:00Z', '4 January 2027'],
    ['the year before', '2025-12-31T10:00:00Z', '31 December 2025'],
  ])('%s', (_, instant, label) => {
    expect(formatOrderDay(reader(NOW), instant)).toBe(label)
  })

  test.each([
    ['London', 'Europe/London', '31 December'],
    ['Berlin, where it is the new year already', 'Europe/Berlin', '1 January 2027'],
  ])('is that of the brand: %s', (_, timeZone, label) => {
    const now = '2026-12-31T11:00:00Z'
    expect(formatOrderDay(reader(now, { timeZone }), '2026-12-31T23:30:00Z')).toBe(label)
  })

  test('of a step is named only where it is not the current one; the end of a period always has one', () => {
    const label = (instant: string, year: 'other' | 'always') =>
      formatOrderDay(reader(NOW), instant, 'short-day', year)
    expect(label('2026-01-14T10:00:00Z', 'other')).toBe('14 Jan')
    expect(label('2023-12-14T10:00:00Z', 'other')).toBe('14 Dec 2023')
    expect(label('2026-11-23T10:00:00Z', 'always')).toBe('23 Nov 2026')
  })
})

test.each([
  ['en-GB', '2026-11-26', '2026-11-28', '26–28 November'],
  ['en-GB', '2026-11-26', '2026-11-26', '26 November'],
  ['en-GB', '2026-11-26', '2026-12-02', '26 November – 2 December'],
  ['en-GB', '2023-12-15', '2023-12-17', '15–17 December 2023'],
  ['en-GB', '2026-12-28', '2027-01-04', '28 December 2026 – 4 January 2027'],
  ['en-GB', '2027-01-04', '2027-01-06', '4–6 January 2027'],
  ['de-DE', '2026-11-26', '2026-11-28', '26.–28. November'],
  ['de-DE', '2026-12-28', '2027-01-04', '28. Dezember 2026 – 4. Januar 2027'],
  ['fr-FR', '2023-12-15', '2023-12-17', '15–17 décembre 2023'],
  ['pt-PT', '2026-11-26', '2026-11-28', '26–28 de novembro'],
] as const)('AA-069 NX-109 the days in %s from %s to %s', (locale, from, to, label) => {
  const days = formatOrderDays(reader(NOW, { locale }), { from, to })
  expect(days.replace(/\s/g, ' ')).toBe(label)
})

test('RV-1074 a short day names its month in every language', () => {
  for (const { locale } of brands)
    for (const year of ['far', 'always'] as const)
      expect(formatOrderDay(reader(NOW, { locale }), NOW, 'short-day-time', year)).toMatch(/^22\.? \p{L}{3}/u)
  const pt = reader(NOW, { locale: 'pt-PT' })
  expect(formatOrderDay(pt, NOW, 'short-day')).toBe('22 nov.')
  expect(formatOrderDay(pt, NOW, 'short-day', 'always')).toBe('22 nov. 2026')
  const days = (to: string) => formatOrderDays(pt, { from: '2026-11-26', to }, { style: 'short-day' })
  expect(days('2026-11-28')).toBe('26–28 nov.')
  expect(days('2026-12-02').replace(/\s/g, ' ')).toBe('26 nov. – 2 dez.')
})

describe('RV-1151 an end', () => {
  test.each(brands.map(({ id, locale, timeZone }) => [id, locale, timeZone] as const))(
    'at midnight is named by the day before for %s',
    (_, locale, timeZone) => {
      const midnight =
        { 'Europe/London': '00', 'Europe/Dublin': '00', 'Europe/Lisbon': '00' }[timeZone] ?? '23'
      const end = `2026-12-0${midnight === '00' ? 5 : 4}T${midnight}:00:00Z`
      const at = reader(NOW, { locale, timeZone })
      const day = formatOrderDays(at, { from: '2026-12-04', to: '2026-12-04' })
      expect(formatDeadline(at, end)).toBe(day)
      expect(formatDeadline(at, new Date(Date.parse(end) - 1).toISOString())).toBe(day)
      expect(formatDeadline(at, end, 'time')).toMatch(/^23[:.]59$/)
      expect(formatDeadline(at, end, 'weekday-time')).toMatch(/23[:.]59/)
      expect(formatDeadline(at, new Date(Date.parse(end) + 1).toISOString())).not.toBe(day)
      // Of another end its own time.
      expect(formatDeadline(at, new Date(Date.parse(end) - 9 * 3_600_000).toISOString(), 'time')).toMatch(
        /^15[:.]00$/,
      )
    },
  )

  test('has its year where that day is far', () => {
    expect(formatDeadline(reader(NOW), '2027-01-01T00:00:00Z')).toBe('31 December')
    expect(formatDeadline(reader(NOW), '2027-01-01T00:00:01Z')).toBe('1 January 2027')
    expect(formatDeadline(reader(NOW), '2026-12-05T00:00:00Z', 'day', 'always')).toBe('4 December 2026')
  })
})
