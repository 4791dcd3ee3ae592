import findZone from '@photostructure/tz-lookup'
import type { UploadCompanion } from '#contract/upload-companion.ts'
import { type GetOffset, isPlausibleDate } from './companion-facts.ts'

/** How the times and positions of companions are read. */
export interface CompanionOptions {
  /** Of photos without a position. */
  getOffset: GetOffset
  now: number
  /** Whether the customer's places are on. */
  withPlaces?: boolean
}

/** Returns the local date-time of an instant, text or number of seconds of UTC, and its place, if it may be read. */
export function parseWhen(
  seconds: unknown,
  position: CompanionPosition | undefined,
  { getOffset, now, withPlaces = false }: CompanionOptions,
): UploadCompanion {
  const getLocalOffset: GetOffset = milliseconds =>
    (position && getOffsetOfPosition(position, milliseconds)) ?? getOffset(milliseconds)
  return {
    ...parseTimestamp(seconds, getLocalOffset, now),
    ...(withPlaces && position && { place: { lat: position.latitude, lon: position.longitude } }),
  }
}

/** Converts UTC seconds, in text, to local time by the offset at that instant; 0 is no date. */
function parseTimestamp(timestamp: unknown, getOffset: GetOffset, now: number): UploadCompanion | undefined {
  const text = String(timestamp)
  if (!/^-?\d{1,12}$/.test(text) || Number(text) === 0) return undefined
  const milliseconds = Number(text) * 1000
  const offset = getOffset(milliseconds)
  const local = new Date(milliseconds + offset * 60_000)
  if (Number.isNaN(local.getTime())) return undefined
  const takenAt = local.toISOString().slice(0, -5)
  return isPlausibleDate(takenAt, now) ? { takenAt, offset } : undefined
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the offset from UTC, in whole minutes, of the zone of a position at an instant; on the open sea that of its longitude.
 * Undefined for a zone that this browser does not know.
 */
function getOffsetOfPosition(
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

/** A position on earth in degrees; north and east are positive. */
export interface CompanionPosition {
  latitude: number
  longitude: number
}

/** Reads a position in degrees; 0°, 0° is none, and so is one that is not on earth. */
export function parsePosition(value: unknown): CompanionPosition | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { latitude, longitude } = value as Record<string, unknown>
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : undefined
}
