import findZone from '@photostructure/tz-lookup'
import type { CompanionPosition } from './companion-position.ts'

/**
 * Returns the offset from UTC, in whole minutes, of the zone of a position at an instant; on the open sea that of its longitude.
 * Undefined for a zone that this browser does not know.
 */
export function getOffsetOfPosition(
  { latitude, longitude }: CompanionPosition,
  milliseconds: number,
): number | undefined {
  const format = getFormat(findZone(latitude, longitude))
  if (!format || Number.isNaN(new Date(milliseconds).getTime())) return undefined
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/u.exec(format.format(milliseconds)) ?? []
  if (sign === undefined) return 0
  const offset = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -offset : offset
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>()

/** Creating a format takes far longer than using it. */
function getFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(timeZone)) formats.set(timeZone, createFormat(timeZone))
  return formats.get(timeZone)
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  } catch {
    // RangeError: the data of this browser is older than the zone.
    return undefined
  }
}
