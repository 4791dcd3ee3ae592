import { expect, test } from 'vitest'
import { dayRangeLabel, instantLabel } from './instants.ts'
import { textsForTests } from './texts.testing.ts'

const LATE = '2026-11-20T23:30:00Z'

test('AA-065 an instant is shown in the zone of the brand', () => {
  const label = (style: Parameters<typeof instantLabel>[2], timeZone = 'Europe/London') =>
    instantLabel(textsForTests('en-GB', { timeZone }), LATE, style)
  expect(label('day')).toBe('20 November')
  expect(label('short-day')).toBe('20 Nov')
  expect(label('short-day-time')).toBe('20 Nov, 23:30')
  expect(label('short-day-time', 'Europe/Berlin')).toBe('21 Nov, 00:30')
  expect(label('weekday-time')).toBe('Friday 20 November at 23:30')
})

test.each([
  ['en-GB', '2026-11-28', '26–28 November'],
  ['en-GB', '2026-11-26', '26 November'],
  ['en-GB', '2026-12-02', '26 November – 2 December'],
  ['de-DE', '2026-11-28', '26.–28. November'],
] as const)('AA-069 days in %s until %s', (locale, to, label) => {
  expect(dayRangeLabel(textsForTests(locale), '2026-11-26', to).replace(/\s/g, ' ')).toBe(label)
})
