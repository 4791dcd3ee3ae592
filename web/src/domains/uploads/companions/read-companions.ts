import findZone from '@photostructure/tz-lookup'
import { parsePartialDate, selectDate } from '#contract/partial-date.ts'
import {
  type CompanionContent,
  type CompanionFacts,
  cleanTitle,
  type GetOffset,
  isPlausibleDate,
} from './companion-facts.ts'
import { type MatchedCompanions, matchCompanions, type NamedFile } from './match-companions.ts'

/** A file that may be a companion. */
export interface NamedBlob extends NamedFile {
  file: Blob
}

export interface ReadCompanions extends Omit<MatchedCompanions, 'states'> {
  /** For each companion; 'unreadable' is one whose bytes the browser cannot read. */
  states: (MatchedCompanions['states'][number] | 'unreadable')[]
}

/** Larger files are not read: they are no companions of photos. */
const MAX_BYTES = 64 * 1024

/** Reads companions and finds the photo of each. A damaged one is a companion without a photo. */
export async function readCompanions(
  photos: readonly NamedFile[],
  companions: readonly NamedBlob[],
  options: TakeoutOptions,
): Promise<ReadCompanions> {
  const contents: (CompanionContent | 'unreadable' | undefined)[] = []
  for (const { name, file } of companions) contents.push(await readContent(name, file, options))
  const matched = matchCompanions(
    photos,
    companions.map(({ folder, name }, index) => {
      const content = contents[index]
      return { folder, name, ...(content && content !== 'unreadable' && { content }) }
    }),
  )
  const states = matched.states.map((state, index) =>
    contents[index] === 'unreadable' ? 'unreadable' : state,
  )
  return { ...matched, states }
}

async function readContent(name: string, file: Blob, options: TakeoutOptions) {
  const isXmp = /\.xmp$/iu.test(name)
  if ((!isXmp && !/\.json$/iu.test(name)) || file.size > MAX_BYTES) return undefined
  let text: string
  try {
    text = await file.text()
  } catch {
    return 'unreadable'
  }
  return isXmp ? parseXmpSidecar(text, options.now) : parseTakeoutJson(text, options)
}

/** Reads date and title of an XMP sidecar, whose properties are attributes or elements. Reads no position. */
export function parseXmpSidecar(text: string, now: number): CompanionContent {
  if (!/<(?:\w+:)?RDF\b/u.test(text)) return { kind: 'other' }
  const facts: CompanionFacts = readDate(text, now)
  const title = TITLES.map(property => cleanTitle(findProperty(text, property))).find(
    value => value !== undefined,
  )
  if (title !== undefined) facts.title = title
  return { kind: 'photo', facts }
}

/** Reads the date taken, which corrects that of the file, else the date of creation, which may be that of scanning. */
function readDate(text: string, now: number): CompanionFacts {
  const select = (...properties: string[]) =>
    selectDate(
      properties.map(property => parsePartialDate(findProperty(text, property) ?? '')),
      new Date(now),
    )
  const taken = select('exif:DateTimeOriginal', 'photoshop:DateCreated')
  const date = taken ?? select('xmp:CreateDate')
  if (!date) return {}
  const { at, precision, offset } = date
  return { takenAt: at, offset: offset ?? undefined, precision, corrects: taken !== undefined }
}

const TITLES = ['dc:title', 'dc:description']

function findProperty(text: string, property: string): string | undefined {
  const attribute = new RegExp(`\\s${property}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u').exec(text)
  if (attribute) return decodeEntities(attribute[1] ?? attribute[2] ?? '')
  const element = new RegExp(`<${property}[^>/]*>([\\s\\S]*?)</${property}>`, 'u').exec(text)?.[1]
  if (element === undefined) return undefined
  // The default language of a text is its first item.
  const item = /<rdf:li[^>]*>([\s\S]*?)<\/rdf:li>/u.exec(element)?.[1] ?? element
  return decodeEntities(item.replace(/<[^>]*>/gu, ''))
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/giu,
    (entity, decimal, hex, name) => {
      if (name) return ENTITIES[String(name).toLowerCase()] ?? entity
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
    },
  )
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Reads a JSON file of Google Takeout: the companion of a photo, or the one of an album, which is of several forms. The
 * position of a photo tells its zone, and is returned only with `withPlaces`.
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

interface TakeoutOptions {
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
interface CompanionPosition {
  latitude: number
  longitude: number
}

/** Reads a position of Google Takeout; 0°, 0° is none, and so is one that is not on earth. */
function parsePosition(value: unknown): CompanionPosition | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { latitude, longitude } = value as Record<string, unknown>
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : undefined
}
