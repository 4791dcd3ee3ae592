import { z } from 'zod'
import type { AlbumSortKey } from '#contract/albums.ts'
import type { SortKey } from '#contract/photos.ts'
import { Failure } from '../../http/failure.ts'
import { isSortTime } from '../photos/index.ts'

/** Where a page of albums ended: sort value and id of its last row. */
export type AlbumCursor = [value: string, albumId: string]

/** Where a page of an album's photos ended; sorted by 'created' only the position counts. */
export type PhotoCursor = [unknown: 0 | 1, takenSort: string, position: number]

const time = z.string().max(40).refine(isSortTime)
const name = z
  .string()
  .max(1000)
  .refine(text => text.isWellFormed() && !text.includes('\0'))
const byTime = z.tuple([time, z.uuid()])
const byName = z.tuple([name, z.uuid()])
const position = z.int().min(0).max(2_147_483_647)
const byPosition = z.tuple([z.literal(0), z.literal(''), position])
const byTaken = z.tuple([z.literal([0, 1]), time, position])

export const writeCursor = (cursor: AlbumCursor | PhotoCursor | null): string | null =>
  cursor && Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Reads the cursor of an album list with this sort; anything else is a bad request. */
export const readAlbumCursor = (text: string | undefined, sortKey: AlbumSortKey): AlbumCursor | null =>
  read(text, sortKey === 'albumName' ? byName : byTime)

/** Reads the cursor of an album's photos with this sort; anything else is a bad request (PL-158). */
export const readPhotoCursor = (text: string | undefined, sortKey: SortKey): PhotoCursor | null =>
  read(text, sortKey === 'created' ? byPosition : byTaken)

function read<T>(text: string | undefined, schema: z.ZodType<T>): T | null {
  if (text === undefined) return null
  const parsed = schema.safeParse(json(text))
  if (parsed.success) return parsed.data
  throw new Failure('bad-request', 'The cursor is not valid', { fields: { cursor: 'not-valid' } })
}

function json(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
