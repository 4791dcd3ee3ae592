import { z } from 'zod'
import { albumId } from '#contract/albums.ts'
import { albumName } from '#contract/input/album.ts'
import { photoId } from '#contract/photos.ts'

/** An account by its address or its id. */
const account = z.string().min(1).max(320)
const instant = z.iso.datetime({ offset: true }).transform(text => new Date(text))

const photo = z
  .strictObject({
    owner: account,
    photoId: photoId.optional(),
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
  albumId,
  name: albumName,
  owner: account,
  participants: z.array(account).min(1).max(1000),
  created: instant,
  /** One of the photos by its place in the list, from 0. */
  cover: z.int().min(0).optional(),
  photos: z.array(photo).max(100_000),
})
export type FileAlbum = z.output<typeof album>

const file = z.strictObject({ sharedAlbums: z.array(album) })

/** The albums of an import file (docs/operations.md), or what is wrong with it, line by line. */
export function readImportFile(text: string): { albums: FileAlbum[]; problems: string[] } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { albums: [], problems: [`is no JSON: ${(error as Error).message}`] }
  }
  const parsed = file.safeParse(json)
  if (parsed.success) return { albums: parsed.data.sharedAlbums, problems: twice(parsed.data.sharedAlbums) }
  return {
    albums: [],
    problems: parsed.error.issues.map(({ path, message }) => `${placeOf(path)}: ${message}`),
  }
}

/** 'sharedAlbums[0].photos[3]'. */
export function placeOf(path: readonly PropertyKey[]): string {
  const text = path.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return text.replace(/^\./, '') || 'the file'
}

function twice(albums: readonly FileAlbum[]): string[] {
  const seen = new Set<string>()
  const problems: string[] = []
  for (const [at, { albumId, cover, photos }] of albums.entries()) {
    const place = placeOf(['sharedAlbums', at])
    if (seen.has(albumId)) problems.push(`${place}.albumId: ${albumId} stands in the file before`)
    seen.add(albumId)
    if (cover !== undefined && cover >= photos.length)
      problems.push(`${place}.cover: there is no photo ${cover} in the list`)
  }
  return problems
}
