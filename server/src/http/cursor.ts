import { z } from 'zod'
import { parseJson } from '../platform/json.ts'
import { Failure } from './failure.ts'

/** Encodes a cursor as text: a response returns it, the next request sends it back. */
export const encodeCursor = (cursor: unknown): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Decodes the text of encodeCursor; anything else is a bad request (PL-158). */
export function decodeCursor<T>(text: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (parsed.success) return parsed.data
  throw new Failure('bad-request', 'The cursor is not valid', { fields: { cursor: 'not valid' } })
}

/** Whether a sort value is a time that the database accepts: well-formed, on an existing day. */
export const sortTime = z.string().max(40).refine(isSortTime)

function isSortTime(value: string): boolean {
  if (!TIME.test(value)) return false
  const plain = value.replace(' ', 'T').slice(0, 19)
  const time = Date.parse(`${plain}Z`)
  return time > FIRST_TIME && new Date(time).toISOString().slice(0, 19) === plain
}

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?$/
const FIRST_TIME = Date.UTC(1000, 0)
