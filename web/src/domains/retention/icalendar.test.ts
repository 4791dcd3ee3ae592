import { expect, test } from 'vitest'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import { createCalendar } from './storage-modal.tsx'

test('OP-24 the deletion date as a calendar entry of one day with a reminder (RFC 5545)', () => {
  const text = createCalendar(
    'Keepsake; photos, gone',
    '2026-12-31',
    'photos@host',
    new Date('2026-11-21T06:40:41Z'),
  )
  const lines = text.split('\r\n')
  expect(lines).toContain('DTSTART;VALUE=DATE:20261231')
  expect(lines).toContain('DTEND;VALUE=DATE:20270101')
  expect(lines).toContain('DTSTAMP:20261121T064041Z')
  expect(lines).toContain('SUMMARY:Keepsake\\; photos\\, gone')
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
})

test('no line is longer than 75 octets, and unfolding gives the same text', () => {
  const title = 'Åäö '.repeat(40).trim()
  const text = createCalendar(title, '2026-12-31', 'photos@host', new Date(0))
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
})

test("OP-25 the day is that of the brand's time zone", () => {
  expect(formatCalendarDay(new Date('2026-11-26T23:30:00Z'), 'Europe/London')).toBe('2026-11-26')
  expect(formatCalendarDay(new Date('2026-11-26T23:30:00Z'), 'Europe/Berlin')).toBe('2026-11-27')
})
