import { formatCalendarDay } from './input/calendar-day.ts'

/*
 * Ends are exclusive: what ends at midnight is over on the day that begins then, and its last day is the one before. The types
 * keep an end away from the formatters of timestamps, which would name the day after the last one.
 */

/** An end: the first instant at which something no longer works (RFC 3339). */
export type Deadline = string & { readonly isEnd?: true }

/** An instant that is no end (RFC 3339). */
export type Timestamp = string & { readonly isEnd?: never }

/**
 * Returns what names an end: itself, but the last millisecond of its last day, so 23:59, where it is at midnight in the
 * IANA zone.
 */
export const getLastInstant = (end: Deadline, timeZone: string): Timestamp =>
  new Date(Date.parse(end) - (isMidnight(end, timeZone) ? 1 : 0)).toISOString()

/** Whether a day begins with an end in the IANA zone. */
export const isMidnight = (end: Deadline, timeZone: string): boolean =>
  getLastDay(end, timeZone) !== formatCalendarDay(new Date(end), timeZone)

/** Returns the last day before an end in the IANA zone, YYYY-MM-DD. */
export const getLastDay = (end: Deadline, timeZone: string): string =>
  formatCalendarDay(new Date(Date.parse(end) - 1), timeZone)

/** Counts the calendar days from `now` (ms since 1970) to the last day before an end: 0 on that day, negative after it. */
export const countDaysLeft = (end: Deadline, now: number, timeZone: string): number =>
  (Date.parse(getLastDay(end, timeZone)) - Date.parse(formatCalendarDay(new Date(now), timeZone))) /
  86_400_000

/** Whether an instant is before another one; false if one of them is absent. */
export const isEarlier = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && Date.parse(one) < Date.parse(other)
