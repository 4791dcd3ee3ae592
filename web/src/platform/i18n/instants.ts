import type { Timestamp } from '#contract/deadline.ts'
import { getDateFormatter } from './date-formatter.ts'
import type { Texts } from './texts.ts'

/** Formats a moment: '20 November', '20 Nov', '20 Nov, 18:02', '18:02' or 'Monday 23 November at 23:59'. */
export function instantLabel(texts: Texts, instant: Timestamp, style: keyof typeof STYLES): string {
  return getDateFormatter(texts, { ...STYLES[style], timeZone: texts.timeZone }).format(new Date(instant))
}

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const STYLES = {
  day: { day: 'numeric', month: 'long' },
  'short-day': { day: 'numeric', month: 'short' },
  'short-day-time': { day: 'numeric', month: 'short', ...TIME },
  time: TIME,
  'weekday-time': { weekday: 'long', day: 'numeric', month: 'long', ...TIME },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
