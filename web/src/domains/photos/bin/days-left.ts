import { millisecondsInDay } from 'date-fns/constants'

/** Counts the days until a photo is erased, rounded up; 0 once the time has passed. */
export function countDaysLeft(erasedAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(erasedAt) - now) / millisecondsInDay))
}
