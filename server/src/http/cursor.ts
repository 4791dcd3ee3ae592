import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isStorableText } from '#contract/input/text.ts'
import type { ListPart } from '../platform/db/select-page.ts'
import { parseJson } from '../platform/json.ts'
import { Failure } from './failure.ts'

/**
 * Identifies an ordered list for its cursors: name, owner, filters, sort key, sort order. Lists whose pages may be
 * mixed have the same elements.
 */
export type CursorScope = readonly [name: string, ...(string | number | boolean)[]]

/** Encodes a position in a list as the text that a response returns and the next request sends back. */
export const encodeCursor = (scope: CursorScope, position: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([hashScope(scope), ...position])).toString('base64url')

/** Decodes the text of encodeCursor; anything else, also of another scope, is a bad request. */
export function decodeCursor<T>(scope: CursorScope, text: string, schema: z.ZodType<T>): T {
  const decodedParts = z.array(z.unknown()).safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  const [scopeHash, ...position] = decodedParts.data ?? []
  const parsed = schema.safeParse(position)
  if (parsed.success && scopeHash === hashScope(scope)) return parsed.data
  throw new Failure('bad-request', 'The cursor is not one of this list in this order', {
    fields: { cursor: 'not-valid' },
  })
}

/** A position in a list that is sorted by time, and by id where times are the same. */
export interface TimePosition {
  at: Date
  id: string
}

/** Reads a page of such a list and the cursor of the next one, null at the end; `list` gets one row more to know it. */
export async function readPage<Row>(
  scope: CursorScope,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  list: (after: TimePosition | undefined, limit: number) => Promise<Row[]>,
  locate: (row: Row) => TimePosition,
  idSchema: z.ZodType<string> = storableId,
): Promise<{ rows: Row[]; next: string | null }> {
  const start = cursor === undefined ? undefined : decodeCursor(scope, cursor, z.tuple([sortTime, idSchema]))
  const found = await list(start && { at: new Date(start[0]), id: start[1] }, limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (!last || found.length <= limit) return { rows, next: null }
  const { at, id } = locate(last)
  return { rows, next: encodeCursor(scope, [at.toISOString(), id]) }
}

/** What has changed so long before `changedSince` is listed, too: clocks differ, and a change is visible once it is committed. */
const OVERLAP_MS = 60_000

/** Reads a page of a list that systems reconcile: newest first, or with `changedSince` the oldest change first. */
export function readChanges<Row>(
  scope: CursorScope,
  {
    changedSince,
    ...page
  }: { changedSince?: string | undefined; cursor?: string | undefined; limit: number },
  list: (part: ListPart) => Promise<Row[]>,
  locate: { newest: (row: Row) => TimePosition; change: (row: Row) => TimePosition },
): Promise<{ rows: Row[]; next: string | null }> {
  const since = changedSince === undefined ? undefined : new Date(Date.parse(changedSince) - OVERLAP_MS)
  return readPage(
    [...scope, changedSince ?? ''],
    page,
    (after, limit) => list({ since, after, limit }),
    since ? locate.change : locate.newest,
  )
}

/** An id that statements may compare. */
export const storableId = z.string().max(500).refine(isStorableText)

/** Encodes the offset in a list that never changes. */
export const encodeOffset = (scope: CursorScope, offset: number): string => encodeCursor(scope, [offset])

/** Decodes the text of encodeOffset; 0 without one. Throws as decodeCursor does. */
export const decodeOffset = (scope: CursorScope, text: string | undefined): number =>
  text === undefined ? 0 : decodeCursor(scope, text, offsetPosition)[0]

const offsetPosition = z.tuple([z.int().min(0).max(2_147_483_647)])

/** Returns a hash of the scope: 64 bits suffice, because a cursor is not secret and forging one gains nothing. */
const hashScope = (scope: CursorScope): string =>
  createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 11)

/** Whether a sort value is a time that the database accepts: well-formed, on an existing day. */
export const sortTime = z.string().max(40).refine(isSortTime)

function isSortTime(value: string): boolean {
  if (!TIME_PATTERN.test(value)) return false
  const localTime = value.replace(' ', 'T').slice(0, 19)
  const time = Date.parse(`${localTime}Z`)
  return time > FIRST_TIME && new Date(time).toISOString().slice(0, 19) === localTime
}

const TIME_PATTERN = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?$/
const FIRST_TIME = Date.UTC(1000, 0)
