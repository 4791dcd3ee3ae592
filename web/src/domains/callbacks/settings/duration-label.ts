import type { Texts } from '#web/platform/i18n/texts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Formats a time that is left by its two largest units, '23 hrs 58 mins', rounded up to the minute. */
export function timeLeftLabel(texts: Texts, milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE_MS)) * MINUTE_MS
  return minutes >= DAY_MS
    ? formatUnits(texts, 'short', [
        ['day', Math.floor(minutes / DAY_MS)],
        ['hour', Math.floor((minutes % DAY_MS) / HOUR_MS)],
      ])
    : formatUnits(texts, 'short', [
        ['hour', Math.floor(minutes / HOUR_MS)],
        ['minute', (minutes % HOUR_MS) / MINUTE_MS],
      ])
}

/** Formats whole hours, '24 hours', and from two days on '7 days'. */
export const hoursLabel = (texts: Texts, hours: number): string =>
  formatUnits(texts, 'long', [hours >= 48 && hours % 24 === 0 ? ['day', hours / 24] : ['hour', hours]])

function formatUnits(
  { number }: Texts,
  unitDisplay: 'short' | 'long',
  units: readonly (readonly [string, number])[],
): string {
  const shown = units.filter(([, count]) => count > 0)
  return (shown.length > 0 ? shown : units.slice(-1))
    .map(([unit, count]) => number(count, { style: 'unit', unit, unitDisplay }))
    .join(' ')
}

/** Returns the time in milliseconds since 1970, by the minute. */
export const readMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
