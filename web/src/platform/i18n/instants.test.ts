import { expect, test } from 'vitest'
import { instantLabel } from './instants.ts'
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
