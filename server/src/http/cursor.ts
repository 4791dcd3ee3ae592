import { z } from 'zod'
import { Failure } from './failure.ts'

/** A cursor as the text a page answers and the next call sends back. */
export const encodeCursor = (cursor: unknown): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Reads what encodeCursor wrote; anything else is a bad request (PL-158). */
export function decodeCursor<T>(text: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new Failure('bad-request', 'The cursor is not valid', { fields: { cursor: 'not valid' } })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** A time the database can read, as a sort value: of the right shape, and a day that exists. */
export const sortTime = z.string().max(40).refine(isSortTime)

function isSortTime(value: string): boolean {
  if (!TIME.test(value)) return false
  const plain = value.replace(' ', 'T').slice(0, 19)
  const time = Date.parse(`${plain}Z`)
  return time > FIRST_TIME && new Date(time).toISOString().slice(0, 19) === plain
}

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?$/
const FIRST_TIME = Date.UTC(1000, 0)
