import { z } from 'zod'
import { isPlainPath } from '#contract/activation.ts'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import { isCredible, type PartialDate, parsePartialDate } from '#contract/partial-date.ts'

/** File name of the index in the folder of a legacy library. */
export const INDEX_FILE = 'index.json'
/** About a million photos. */
export const INDEX_MAX_BYTES = 200_000_000

/** Parsed index of a legacy library; docs/retailer-interface.md specifies the file. */
export interface LibraryIndex {
  photos: IndexedPhoto[]
  albums: IndexedAlbum[]
  /** Entries that are not valid and why, for the operator. */
  problems: string[]
}

export interface IndexedPhoto {
  /** Path in the library's folder; null for an entry that is not valid. */
  file: string | null
  fileName: string
  sha256: string | null
  taken: PartialDate | null
}

export interface IndexedAlbum {
  key: string
  name: string
  createdAt: Date | null
  cover: string | null
  files: string[]
}

/** The whole index is invalid: nothing can be imported. */
export class BrokenIndexError extends Error {
  override name = 'BrokenIndexError'
}

/**
 * Parses an index. Entries that are not valid stay in `photos` without a file, so that the owner sees them as refused;
 * implausible dates are dropped. Throws BrokenIndexError when it is not an index of version 1 or of another account.
 */
export function readIndex(bytes: Uint8Array, accountId: string, now: Date): LibraryIndex {
  const index = parse(bytes)
  if (index.accountId !== undefined && index.accountId !== accountId)
    throw new BrokenIndexError(`it belongs to the account ${index.accountId}`)
  const problems: string[] = []
  const photos = readPhotos(index.photos, now, problems)
  const knownFiles = new Set(photos.flatMap(photo => photo.file ?? []))
  return { photos, albums: readAlbums(index.albums, knownFiles, problems), problems }
}

const wholeIndex = z.object({
  version: z.literal(1),
  accountId: z.string().optional(),
  photos: z.array(z.unknown()),
  albums: z.array(z.unknown()).default([]),
})

const photoEntry = z.object({
  file: z.string().max(1000).refine(isPlainPath, 'not a path below the folder of the library'),
  name: z.string().nullish(),
  taken: z.string().nullish(),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'not a SHA-256 in hex')
    .nullish(),
})

const albumEntry = z.object({
  id: z.string().min(1).max(200).nullish(),
  name: z.string(),
  created: z.iso.datetime({ offset: true }).nullish().catch(null),
  cover: z.string().nullish(),
  photos: z.array(z.string()),
})

function parse(bytes: Uint8Array): z.output<typeof wholeIndex> {
  const text = decodeUtf8(bytes)
  if (text === null) throw new BrokenIndexError('it is not UTF-8')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new BrokenIndexError(`it is not JSON: ${(error as Error).message}`)
  }
  const parsed = wholeIndex.safeParse(json)
  if (!parsed.success) throw new BrokenIndexError(formatFirstIssue(parsed.error))
  return parsed.data
}

function readPhotos(entries: unknown[], now: Date, problems: string[]): IndexedPhoto[] {
  const seenFiles = new Set<string>()
  return entries.flatMap((entry, i) => {
    const parsed = photoEntry.safeParse(entry)
    if (!parsed.success) {
      problems.push(`photos[${i}]: ${formatFirstIssue(parsed.error)}`)
      return { file: null, fileName: `#${i + 1}`, sha256: null, taken: null }
    }
    const { file, name, taken, sha256 } = parsed.data
    if (seenFiles.has(file)) {
      problems.push(`photos[${i}]: ${file} is named twice`)
      return []
    }
    seenFiles.add(file)
    const date = taken ? parsePartialDate(taken) : null
    const credibleDate = date && isCredible(date, now) ? date : null
    if (taken && !credibleDate) problems.push(`photos[${i}]: ${taken} is not a plausible date and is ignored`)
    const isNameValid = name?.isWellFormed() ?? true
    if (!isNameValid) problems.push(`photos[${i}]: its name is not valid Unicode and is ignored`)
    return {
      file,
      fileName: (isNameValid && name) || file.split('/').at(-1)!,
      sha256: sha256?.toLowerCase() ?? null,
      taken: credibleDate,
    }
  })
}

function readAlbums(entries: unknown[], knownFiles: ReadonlySet<string>, problems: string[]): IndexedAlbum[] {
  const albums = new Map<string, IndexedAlbum>()
  for (const [i, entry] of entries.entries()) {
    const parsed = albumEntry.safeParse(entry)
    if (!parsed.success) {
      problems.push(`albums[${i}]: ${formatFirstIssue(parsed.error)}`)
      continue
    }
    const { id, name, created, cover, photos } = parsed.data
    const unknownFiles = photos.filter(file => !knownFiles.has(file))
    if (unknownFiles.length) problems.push(`albums[${i}]: ${unknownFiles[0]} is not among the photos`)
    if (!name.isWellFormed()) problems.push(`albums[${i}]: its name is not valid Unicode and is shortened`)
    const key = toStorable(id ?? `name:${name}`)
    const files = [...new Set(photos.filter(file => knownFiles.has(file)))]
    if (albums.has(key)) problems.push(`albums[${i}]: ${key} is there twice`)
    else
      albums.set(key, {
        key,
        name: name.replace(LONE_SURROGATES, ''),
        createdAt: created ? new Date(created) : null,
        cover: cover ?? null,
        files,
      })
  }
  return [...albums.values()]
}

/** Removes characters that PostgreSQL text cannot store. */
const toStorable = (text: string) => text.replace(LONE_SURROGATES, '').replace(/\p{Cc}/gu, ' ')

const LONE_SURROGATES = /\p{Surrogate}/gu

function formatFirstIssue(error: z.ZodError): string {
  const { path, message } = error.issues[0]!
  return path.length ? `${path.join('.')}: ${message}` : message
}
