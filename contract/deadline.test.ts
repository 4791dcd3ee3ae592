import { readdirSync, readFileSync } from 'node:fs'
import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brands } from '#brands/index.ts'
import {
  countDaysLeft,
  type Deadline,
  getLastDay,
  getLastInstant,
  isMidnight,
  type Timestamp,
} from './deadline.ts'
import { formatCalendarDay } from './input/calendar-day.ts'

const ZONES = [...new Set(brands.map(({ timeZone }) => timeZone))]
const HOUR = 3_600_000

const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })

/** The midnight with which a day (UTC) begins in a zone, and the days around it. */
function createMidnight(date: Date, timeZone: string) {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const name = (offset: number) => new Date(Date.UTC(year, month, day + offset)).toISOString().slice(0, 10)
  return { end: new TZDate(year, month, day, 0, 0, 0, timeZone).getTime(), before: name(-1), day: name(0) }
}

const iso = (time: number) => new Date(time).toISOString()

describe.each(ZONES)('RV-1151 an end in %s', timeZone => {
  test('at midnight has the day before as its last one, at 23:59', () => {
    fc.assert(
      fc.property(days, date => {
        const { end, before, day } = createMidnight(date, timeZone)
        expect(getLastDay(iso(end), timeZone)).toBe(before)
        expect(getLastInstant(iso(end), timeZone)).toBe(iso(end - 1))
        expect(isMidnight(iso(end), timeZone)).toBe(true)
        // One instant before and one after.
        expect(getLastDay(iso(end - 1), timeZone)).toBe(before)
        expect(getLastDay(iso(end + 1), timeZone)).toBe(day)
        for (const other of [iso(end - 1), iso(end + 1)]) {
          expect(isMidnight(other, timeZone)).toBe(false)
          expect(getLastInstant(other, timeZone)).toBe(other)
        }
      }),
    )
  })

  test('has as many days left as there are from today to the day that is named', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -60, max: 60 * 24 }), (date, hours) => {
        const { end } = createMidnight(date, timeZone)
        const now = end - hours * HOUR
        const left = countDaysLeft(iso(end), now, timeZone)
        const today = Date.parse(formatCalendarDay(new Date(now), timeZone))
        expect(iso(today + left * 24 * HOUR).slice(0, 10)).toBe(getLastDay(iso(end), timeZone))
      }),
    )
  })

  test('five hours away is today or tomorrow, as the calendar says', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 23 }), (date, hour) => {
        const { end: midnight } = createMidnight(date, timeZone)
        const now = midnight + hour * HOUR
        const end = iso(now + 5 * HOUR)
        const isTomorrow = getLastDay(end, timeZone) !== formatCalendarDay(new Date(now), timeZone)
        expect(countDaysLeft(end, now, timeZone)).toBe(isTomorrow ? 1 : 0)
      }),
    )
  })
})

test('RV-1151 each field of the contract that is named as an end has the type of ends, which formatters of timestamps refuse', () => {
  const folder = new URL('./', import.meta.url)
  const wrong = readdirSync(folder)
    .filter(file => file.endsWith('.ts') && !file.includes('.test'))
    .flatMap(file => {
      const source = readFileSync(new URL(file, folder), 'utf8')
      return [...source.matchAll(FIELD_OF_AN_END)].map(([field]) => `${file}: ${field}`)
    })
  expect(wrong).toEqual([])
})

const FIELD_OF_AN_END =
  /\b(?:until|erasedAt|\w*(?:Until|[eE]xpires|ExpiresAt|expiresAt|By)): (?:feedI|i)nstant\b/g

test('RV-1151 an end is no moment, a text is either', () => {
  const end: Deadline = '2026-12-05T00:00:00Z'
  const text: string = end
  // @ts-expect-error The formatters of timestamps do not take an end.
  const refused: Timestamp = end
  const moment: Timestamp = text
  expect([refused, moment]).toEqual([end, end])
})
