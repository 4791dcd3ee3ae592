import { z } from 'zod'
import type { AlbumSortKey } from '#contract/albums.ts'
import { idInput } from '#contract/id.ts'
import { isStorableText } from '#contract/input/text.ts'
import type { SortKey, SortOrder } from '#contract/photos.ts'
import { type CursorScope, decodeCursor, encodeCursor, sortTime } from '../../http/cursor.ts'

/** Position after a page of albums: sort value and id of its last row. */
export type AlbumCursor = [value: string, albumId: string]

/** Position after a page of an album's photos; sorted by 'created' only `position` is used. */
export type PhotoCursor = [unknown: 0 | 1, takenSort: string, position: number]

const name = z.string().max(1000).refine(isStorableText)
const timeCursor = z.tuple([sortTime, idInput])
const nameCursor = z.tuple([name, idInput])
const position = z.int().min(0).max(2_147_483_647)
const positionCursor = z.tuple([z.literal(0), z.literal(''), position])
const takenCursor = z.tuple([z.literal([0, 1]), sortTime, position])

export const writeCursor = (scope: CursorScope, cursor: AlbumCursor | PhotoCursor | null): string | null =>
  cursor && encodeCursor(scope, cursor)

/** Cursor scope of an album's photos, the same for its owner and for participants of a shared album. */
export const toAlbumPhotosScope = (
  albumId: string,
  { sortKey, sortOrder }: { sortKey: SortKey; sortOrder: SortOrder },
): CursorScope => ['album', albumId, sortKey, sortOrder]

/** Reads the cursor of a list of albums with this sort; anything else is a bad request. */
export const readAlbumCursor = (
  scope: CursorScope,
  text: string | undefined,
  sortKey: AlbumSortKey,
): AlbumCursor | null => readCursor(scope, text, sortKey === 'albumName' ? nameCursor : timeCursor)

/** Reads the cursor of an album's photos with this sort; anything else is a bad request. */
export const readPhotoCursor = (
  scope: CursorScope,
  text: string | undefined,
  sortKey: SortKey,
): PhotoCursor | null => readCursor(scope, text, sortKey === 'created' ? positionCursor : takenCursor)

const readCursor = <T>(scope: CursorScope, text: string | undefined, schema: z.ZodType<T>): T | null =>
  text === undefined ? null : decodeCursor(scope, text, schema)
