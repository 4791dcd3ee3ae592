import {
  type CompanionContent,
  type CompanionFacts,
  cleanTitle,
  type GetOffset,
  isPlausibleDate,
} from './companion-facts.ts'
import { parsePosition } from './companion-position.ts'
import { getOffsetOfPosition } from './zone-of-position.ts'

/**
 * Reads a JSON file of Google Takeout: the companion of a photo, or the one of an album, which is of several forms. The
 * position of a photo tells its zone, and is returned only with `withPlaces` (NX-216).
 */
export function parseTakeoutJson(text: string, options: TakeoutOptions): CompanionContent {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { kind: 'other' }
  }
  if (!isRecord(value)) return { kind: 'other' }
  if (isRecord(value.photoTakenTime)) return parsePhoto(value, value.photoTakenTime, options)
  const album = isRecord(value.albumData) ? value.albumData : 'date' in value ? value : undefined
  const title = album && cleanTitle(album.title)
  return title === undefined ? { kind: 'other' } : { kind: 'album', title }
}

export interface TakeoutOptions {
  /** Of photos without a position. */
  getOffset: GetOffset
  now: number
  /** Whether the customer's places are on. */
  withPlaces?: boolean
}

function parsePhoto(
  { title, description, trashed, geoData, geoDataExif }: Record<string, unknown>,
  takenTime: Record<string, unknown>,
  { getOffset, now, withPlaces = false }: TakeoutOptions,
): CompanionContent {
  const position = parsePosition(geoData) ?? parsePosition(geoDataExif)
  const getLocalOffset: GetOffset = milliseconds =>
    (position && getOffsetOfPosition(position, milliseconds)) ?? getOffset(milliseconds)
  const facts: CompanionFacts = { ...parseTimestamp(takenTime.timestamp, getLocalOffset, now) }
  const caption = cleanTitle(description)
  if (caption !== undefined) facts.title = caption
  if (withPlaces && position) facts.place = { lat: position.latitude, lon: position.longitude }
  return {
    kind: 'photo',
    facts,
    ...(typeof title === 'string' && title !== '' && { fileName: title }),
    ...(trashed === true && { isTrashed: true }),
  }
}

/** Converts UTC seconds, in text, to local time by the offset at that instant; 0 is no date. */
function parseTimestamp(timestamp: unknown, getOffset: GetOffset, now: number): CompanionFacts | undefined {
  const text = String(timestamp)
  if (!/^-?\d{1,12}$/.test(text) || Number(text) === 0) return undefined
  const milliseconds = Number(text) * 1000
  const offset = getOffset(milliseconds)
  const local = new Date(milliseconds + offset * 60_000)
  if (Number.isNaN(local.getTime())) return undefined
  const takenAt = local.toISOString().slice(0, -5)
  return isPlausibleDate(takenAt, now) ? { takenAt, offset } : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
