import { parsePartialDate, selectDate } from '#contract/partial-date.ts'
import { cleanCompanionText, type UploadCompanion } from '#contract/upload-companion.ts'
import type { CompanionContent, NamedFile } from './companion-facts.ts'
import { type CompanionOptions, isRecord, parsePosition, parseWhen } from './companion-times.ts'
import { type MatchedCompanions, matchCompanions } from './match-companions.ts'
import { parseIndexCsv, parseIndexJson } from './service-indexes.ts'

/** A file that may be a companion. */
export interface NamedBlob extends NamedFile {
  file: Blob
}

export interface ReadCompanions extends Omit<MatchedCompanions, 'states'> {
  /** For each companion; 'unreadable' is one whose bytes the browser cannot read. */
  states: (MatchedCompanions['states'][number] | 'unreadable')[]
}

/** Larger files are not read: the list of all posts of an export is smaller, as is the sidecar of a photo with many masks. */
const MAX_BYTES = 32 * 1024 * 1024

/** Reads companions and finds the photo of each. A damaged one is a companion without a photo. */
export async function readCompanions(
  photos: readonly NamedFile[],
  companions: readonly NamedBlob[],
  options: CompanionOptions,
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

async function readContent(name: string, file: Blob, options: CompanionOptions) {
  const [, type] = /\.(xmp|json|csv)$/u.exec(name.toLowerCase()) ?? []
  if (!type || file.size > MAX_BYTES) return undefined
  let text: string
  try {
    text = await file.text()
  } catch {
    return 'unreadable'
  }
  if (type === 'csv') return parseIndexCsv(name, text, options)
  return type === 'xmp' ? parseXmpSidecar(text, options.now) : parseCompanionJson(text, options)
}

/** Reads date and title of an XMP sidecar, whose properties are attributes or elements. Reads no position. */
export function parseXmpSidecar(text: string, now: number): CompanionContent {
  if (!/<(?:\w+:)?RDF\b/u.test(text)) return { kind: 'damaged' }
  const facts: UploadCompanion = readDate(text, now)
  const title = TITLES.map(property => cleanCompanionText(findProperty(text, property))).find(
    value => value !== undefined,
  )
  if (title !== undefined) facts.title = title
  return { kind: 'photo', facts }
}

/** Reads the date taken, which corrects that of the file, else the date of creation, which may be that of scanning. */
function readDate(text: string, now: number): UploadCompanion {
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
 * Reads a JSON file of an export. Of Google Takeout: the companion of a photo, or the one of an album, which is of several forms.
 * The position of a photo tells its zone, and is returned only with `withPlaces`.
 */
export function parseCompanionJson(text: string, options: CompanionOptions): CompanionContent {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { kind: 'damaged' }
  }
  if (isRecord(value) && isRecord(value.photoTakenTime))
    return parsePhoto(value, value.photoTakenTime, options)
  const index = parseIndexJson(value, options)
  if (index) return index
  if (!isRecord(value)) return { kind: 'other' }
  const album = isRecord(value.albumData) ? value.albumData : 'date' in value ? value : undefined
  const title = album && cleanCompanionText(album.title)
  return title === undefined ? { kind: 'other' } : { kind: 'album', title }
}

function parsePhoto(
  { title, description, trashed, geoData, geoDataExif }: Record<string, unknown>,
  takenTime: Record<string, unknown>,
  options: CompanionOptions,
): CompanionContent {
  const facts = parseWhen(takenTime.timestamp, parsePosition(geoData) ?? parsePosition(geoDataExif), options)
  const caption = cleanCompanionText(description)
  if (caption !== undefined) facts.title = caption
  return {
    kind: 'photo',
    facts,
    ...(typeof title === 'string' && title !== '' && { fileName: title }),
    ...(trashed === true && { isTrashed: true }),
  }
}
