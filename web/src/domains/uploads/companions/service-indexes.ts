import { cleanCompanionText, type UploadCompanion } from '#contract/upload-companion.ts'
import { type CompanionContent, type IndexEntry, isPlausibleDate } from './companion-facts.ts'
import { type CompanionOptions, isRecord, parsePosition, parseWhen } from './companion-times.ts'
import type { Service } from './export-paths.ts'

/**
 * Reads a JSON file that says something about many photos, or about one that it names by an id: of Flickr, Facebook, Instagram,
 * Snapchat and the product's own export. Undefined for others.
 */
export function parseIndexJson(value: unknown, options: CompanionOptions): CompanionContent | undefined {
  if (isRecord(value)) {
    const { export: ownId, photos, 'Saved Media': memories, albums } = value
    if (typeof ownId === 'string' && Array.isArray(photos))
      return toIndex('keepsake', records(photos).map(parseOwn))
    if (Array.isArray(memories))
      return toIndex(
        'snapchat',
        records(memories).flatMap(each => parseSnapchat(each, options)),
      )
    if (typeof value.id === 'string' && typeof value.photopage === 'string')
      return toIndex('flickr', [{ id: value.id, facts: parseFlickr(value, options) }])
    if (records(albums).some(each => Array.isArray(each.photos)))
      return toIndex('flickr', records(albums).flatMap(parseFlickrAlbum))
  }
  const entries = listMetaEntries(value, options)
  if (entries.length === 0) return undefined
  return toIndex(entries.some(({ path }) => isOfInstagram(path!)) ? 'instagram' : 'facebook', entries)
}

const isOfInstagram = (path: string) =>
  /^(?:your_instagram_activity\/)?(?:media|photos|stories|profile)\//u.test(path)

const toIndex = (service: Service, entries: readonly IndexEntry[]): CompanionContent => ({
  kind: 'index',
  service,
  entries,
})

const records = (values: unknown): Record<string, unknown>[] =>
  Array.isArray(values) ? values.filter(isRecord) : []

const toNames = (values: unknown): string[] =>
  Array.isArray(values) ? values.flatMap(value => cleanCompanionText(value) ?? []) : []

const parseOwn = ({ name, albums }: Record<string, unknown>): IndexEntry => ({
  path: String(name),
  facts: {},
  albums: toNames(albums),
})

/** A date is the local one of the camera; Flickr writes the first of January for a year, the first day for a month. */
function parseFlickr(
  { name, description, date_taken, date_imported, geo }: Record<string, unknown>,
  options: CompanionOptions,
) {
  const takenAt = String(date_taken).replace(' ', 'T')
  const [latitude, longitude] = ['latitude', 'longitude'].map(key => Number(records(geo)[0]?.[key]) / 1e6)
  const title = cleanCompanionText(description) ?? cleanCompanionText(name)
  // Without a date of the photo it is that of its upload.
  const isDated = date_taken !== date_imported && isPlausibleDate(takenAt, options.now)
  const time = /(-01)?(-01)?T00:00:00$/u.exec(takenAt)
  const precision = time?.[2] ? 'year' : time?.[1] ? 'month' : 'day'
  return {
    ...parseWhen(undefined, parsePosition({ latitude, longitude }), options),
    ...(isDated && { takenAt, ...(time && { precision }) }),
    ...(title !== undefined && { title }),
  } satisfies UploadCompanion
}

function parseFlickrAlbum({ title, photos }: Record<string, unknown>): IndexEntry[] {
  const albums = toNames([title])
  return Array.isArray(photos) ? photos.map(id => ({ id: String(id), facts: {}, albums })) : []
}

function parseSnapchat(media: Record<string, unknown>, options: CompanionOptions): IndexEntry[] {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/u.exec(String(media.Date))
  if (!match || !/^(?:image|photo)$/iu.test(String(media['Media Type']))) return []
  const [, day, time] = match
  const [latitude, longitude] =
    /(-?[\d.]+), (-?[\d.]+)$/u.exec(String(media.Location))?.slice(1).map(Number) ?? []
  const uuids = String(media['Download Link']).toLowerCase().match(UUIDS) ?? []
  const seconds = Date.parse(`${day}T${time}Z`) / 1000
  const facts = parseWhen(seconds, parsePosition({ latitude, longitude }), options)
  return [{ day: day!, uuids, facts }]
}

const UUIDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu

/** What a post or an album says about its photos. */
interface MetaContext {
  album?: string | undefined
  caption?: string | undefined
}

/**
 * Lists the photos of a file of Facebook or Instagram, whose lists differ by kind and year: each is an object with its path and
 * when it was posted, in an album or a post. The day of the post counts where no camera said when.
 */
function listMetaEntries(value: unknown, options: CompanionOptions, context: MetaContext = {}): IndexEntry[] {
  if (Array.isArray(value)) return value.flatMap(item => listMetaEntries(item, options, context))
  if (!isRecord(value)) return []
  const { uri: path, creation_timestamp: posted } = value
  const isAlbum = Array.isArray(value.photos)
  // Facebook calls by this name what it did, and the album.
  const hasTitle = Array.isArray(value.media) || (typeof path === 'string' && isOfInstagram(path))
  const text = value.description ?? (hasTitle ? value.title : undefined)
  const caption = cleanCompanionText(repairText(text)) ?? context.caption
  if (typeof path !== 'string' || typeof posted !== 'number') {
    const album = isAlbum ? cleanCompanionText(repairText(value.name)) : context.album
    const below = { album, caption: isAlbum ? undefined : caption }
    return Object.values(value).flatMap(item => listMetaEntries(item, options, below))
  }
  const exif = records(findExif(value))
  const taken = exif.find(({ taken_timestamp }) => taken_timestamp)?.taken_timestamp
  const position = exif.map(parsePosition).find(each => each !== undefined)
  const facts = parseWhen(taken ?? posted, position, options)
  if (!taken && facts.takenAt) facts.precision = 'day'
  if (caption !== undefined) facts.title = caption
  return [{ path: repairText(path) as string, facts, albums: toNames([context.album]) }]
}

function findExif({ media_metadata: metadata }: Record<string, unknown>): unknown {
  const photo = isRecord(metadata) ? metadata.photo_metadata : undefined
  return isRecord(photo) ? photo.exif_data : undefined
}

/** Decodes a text whose bytes of UTF-8 were written as if they were characters of Latin-1; others are returned as they are. */
function repairText(text: unknown): unknown {
  if (typeof text !== 'string' || !/^[\0-\u00ff]*$/u.test(text)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(text, character => character.charCodeAt(0)),
    )
  } catch {
    return text
  }
}

/**
 * Reads a CSV file of an export: what Apple says about the photos of a folder, and the names of those in an album, or the
 * product's own list, which says what its JSON says. Undefined for others.
 */
export function parseIndexCsv(
  fileName: string,
  text: string,
  options: CompanionOptions,
): CompanionContent | undefined {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/u)
  if (header.startsWith('name,size,sha256,')) return toIndex('keepsake', [])
  const rows = lines.map(parseCells)
  const toEntries = (toEntry: (cells: string[]) => Omit<IndexEntry, 'name'>) =>
    toIndex(
      'apple',
      rows.flatMap(cells => (cells[0] ? [{ name: cells[0], ...toEntry(cells) }] : [])),
    )
  if (/^image(?:s|name)$/iu.test(header.trim())) {
    const albums = toNames([fileName.replace(/\.csv$/iu, '')])
    return toEntries(() => ({ inParts: true, facts: {}, albums }))
  }
  const columns = parseCells(header)
  if (columns[0] !== 'imgName') return undefined
  return toEntries(cells => {
    const date = cells[columns.indexOf('originalCreationDate')] ?? ''
    // 'Sunday May 6,2018 2:17 PM GMT', which not every browser reads like this.
    const readable = date.replace(/^\w+ /u, '').replace(',', ', ').replace(/\s+/gu, ' ')
    return { facts: parseWhen(Date.parse(readable) / 1000, undefined, options) }
  })
}

/** Returns the cells of a line of CSV (RFC 4180), none of which has a line break. */
const parseCells = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
  )
