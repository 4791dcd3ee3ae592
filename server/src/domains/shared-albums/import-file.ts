import { z } from 'zod'
import { idInput } from '#contract/id.ts'
import { albumName } from '#contract/input/album.ts'
import { text } from '#contract/input/text.ts'

/** An account by e-mail address or id. */
const account = text({ min: 1, max: 320 })
const instant = z.iso.datetime({ offset: true }).transform(text => new Date(text))

const photo = z
  .strictObject({
    owner: account,
    photoId: idInput.optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i)
      .transform(text => text.toLowerCase())
      .optional(),
    added: instant.optional(),
  })
  .refine(({ photoId, sha256 }) => (photoId === undefined) !== (sha256 === undefined), {
    message: 'either photoId or sha256',
  })
export type FilePhoto = z.output<typeof photo>

const album = z.strictObject({
  albumId: idInput,
  name: albumName,
  owner: account,
  participants: z.array(account).min(1).max(1000),
  created: instant,
  /** Index of the cover in `photos`, from 0. */
  cover: z.int().min(0).optional(),
  photos: z.array(photo).max(100_000),
})
export type FileAlbum = z.output<typeof album>

const file = z.strictObject({ sharedAlbums: z.array(album) })

/** Parses an import file (docs/operations.md). Returns its albums, or a list of its problems. */
export function readImportFile(text: string): { albums: FileAlbum[]; problems: string[] } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { albums: [], problems: [`is not JSON: ${(error as Error).message}`] }
  }
  const parsed = file.safeParse(json)
  if (parsed.success)
    return { albums: parsed.data.sharedAlbums, problems: checkAlbums(parsed.data.sharedAlbums) }
  return {
    albums: [],
    problems: parsed.error.issues.map(({ path, message }) => `${formatJsonPath(path)}: ${message}`),
  }
}

/** Returns the path of a value as text: 'sharedAlbums[0].photos[3]'. */
export function formatJsonPath(path: readonly PropertyKey[]): string {
  const text = path.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return text.replace(/^\./, '') || 'the file'
}

function checkAlbums(albums: readonly FileAlbum[]): string[] {
  const seenIds = new Set<string>()
  const problems: string[] = []
  for (const [index, { albumId, cover, photos }] of albums.entries()) {
    const path = formatJsonPath(['sharedAlbums', index])
    if (seenIds.has(albumId)) problems.push(`${path}.albumId: ${albumId} occurs in the file before`)
    seenIds.add(albumId)
    if (cover !== undefined && cover >= photos.length)
      problems.push(`${path}.cover: there is no photo ${cover} in the list`)
  }
  return problems
}
