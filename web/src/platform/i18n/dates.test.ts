import { expect, test } from 'vitest'
import { LOCALES } from '#contract/brands.ts'
import {
  dateTimeLabel,
  dayLabel,
  daysSince,
  instantDayLabel,
  instantShortDayLabel,
  monthLabel,
  shortMonthLabel,
  timeLabel,
  weekdayLabel,
} from './dates.ts'
import { textsForTests } from './texts.testing.ts'

const english = textsForTests()

test.each([
  ['en-GB', 'August 2026'],
  ['de-DE', 'August 2026'],
  ['de-AT', 'August 2026'],
  ['nl-NL', 'Augustus 2026'],
  ['fr-FR', 'Août 2026'],
  ['es-ES', 'Agosto de 2026'],
  ['sv-SE', 'Augusti 2026'],
] as const)('PL-029 the month header in %s is %s', (locale, header) => {
  expect(monthLabel(textsForTests(locale), 2026, 8)).toBe(header)
})

test('PL-029 NX-244 1970/1 is Unknown Date, 1970/0 January, its neighbours are months', () => {
  expect(monthLabel(english, 1970, 1)).toBe('Unknown Date')
  expect(shortMonthLabel(english, 1970, 1)).toBe('Unknown Date')
  expect(monthLabel(english, 1970, 0)).toBe('January 1970')
  expect(shortMonthLabel(english, 1970, 0)).toBe('Jan 1970')
  expect(monthLabel(english, 1970, 2)).toBe('February 1970')
  expect(monthLabel(english, 1969, 12)).toBe('December 1969')
  expect(monthLabel(english, 1826, 1)).toBe('January 1826')
})

test.each([
  ['en-GB', '3 May 2024 at 04:05:06'],
  ['de-DE', '3. Mai 2024 um 04:05:06'],
  ['nl-NL', '3 mei 2024 om 04:05:06'],
  ['nl-BE', '3 mei 2024 om 04:05:06'],
] as const)('PL-035 the date of the tooltip in %s is %s', (locale, label) => {
  expect(dateTimeLabel(textsForTests(locale), '2024-05-03T04:05:06')).toBe(label)
})

test('PL-035 there is no label without a real date', () => {
  const broken = ['', '2024-13-01T00:00:00', '2023-02-29T10:00:00', '2024-05-03T24:00:00', '2024-05-03']
  for (const wallClock of [undefined, ...broken, '2024-05-03T10:00:00Z', '0000-00-00T00:00:00']) {
    expect(dateTimeLabel(english, wallClock)).toBeUndefined()
    expect(dayLabel(english, wallClock)).toBeUndefined()
    expect(weekdayLabel(english, wallClock)).toBeUndefined()
    expect(timeLabel(english, wallClock)).toBeUndefined()
  }
})

test('OP-92 no time zone shifts a local date-time, not even in the hour that daylight saving skips', () => {
  const before = process.env.TZ
  for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Berlin']) {
    process.env.TZ = zone
    expect(dateTimeLabel(english, '2024-12-31T23:59:59')).toBe('31 December 2024 at 23:59:59')
    expect(dateTimeLabel(english, '2024-03-31T02:30:00')).toBe('31 March 2024 at 02:30:00')
    expect(timeLabel(english, '2024-03-31T00:30:00')).toBe('00:30')
    expect(weekdayLabel(english, '2018-07-25T00:00:01')).toMatch(/^Wednesday,? 25 July 2018$/)
    expect(monthLabel(english, 2024, 1)).toBe('January 2024')
  }
  process.env.TZ = before
})

test('an instant is shown as a day in the given time zone', () => {
  const vienna = textsForTests('en-GB', { timeZone: 'Europe/Vienna' })
  expect(instantDayLabel(vienna, '2026-11-25T23:30:00Z')).toBe('26 November 2026')
  expect(instantDayLabel(english, '2026-11-25T23:30:00Z')).toBe('25 November 2026')
})

test('every locale has its own month names', () => {
  for (const locale of LOCALES) expect(monthLabel(textsForTests(locale), 2026, 10)).toMatch(/^\p{Lu}.*2026$/u)
})

test.each([
  ['en-GB', '2026-11-07T12:00:00Z', '07 Nov 2026'],
  ['en-GB', '2026-09-30T23:30:00Z', '01 Oct 2026'],
  ['en-GB', '2026-09-03T12:00:00Z', '03 Sep 2026'],
  ['en-IE', '2026-09-03T12:00:00Z', '03 Sep 2026'],
  ['de-DE', '2026-11-07T12:00:00Z', '07. Nov. 2026'],
  ['de-AT', '2026-11-07T12:00:00Z', '07. Nov. 2026'],
  ['fr-FR', '2026-11-07T12:00:00Z', '07 nov. 2026'],
  ['it-IT', '2026-11-07T12:00:00Z', '07 nov 2026'],
  ['es-ES', '2026-11-07T12:00:00Z', '07 nov 2026'],
  ['nl-NL', '2026-11-07T12:00:00Z', '07 nov 2026'],
  ['pt-PT', '2026-11-07T12:00:00Z', '07 nov. 2026'],
  ['sv-SE', '2026-11-07T12:00:00Z', '07 nov. 2026'],
  ['nb-NO', '2026-11-07T12:00:00Z', '07. nov. 2026'],
  ['da-DK', '2026-11-07T12:00:00Z', '07. nov. 2026'],
] as const)(
  'PL-069 RV-410 RV-842 day of two digits, short month and year in the brand’s zone, in %s: %s is %s',
  (locale, instant, label) => {
    expect(instantShortDayLabel(textsForTests(locale), instant)).toBe(label)
  },
)

test.each([
  ['2026-03-29T12:00:00Z', 'Europe/London', 0],
  ['2026-03-28T23:59:00Z', 'Europe/London', 1],
  ['2026-03-28T23:59:00Z', 'Europe/Berlin', 0],
  ['2026-02-27T12:00:00Z', 'Europe/London', 30],
])('PL-077 calendar days since %s in %s: %i', (instant, zone, days) => {
  expect(daysSince({ timeZone: zone }, instant, Date.parse('2026-03-29T18:00:00Z'))).toBe(days)
})
