import { Failure } from '../../http/failure.ts'

/** Where a page ended: the sort value and id of its last row; `unknown` marks the part without a date. */
export interface Cursor {
  unknown: boolean
  value: string
  id: string
}

export const writeCursor = ({ unknown, value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([unknown ? 1 : 0, value, id])).toString('base64url')

const VALUE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?$/
/** True for a time the database can read: of the right shape, and a day that exists. */
export function isSortTime(value: string): boolean {
  if (!VALUE.test(value)) return false
  const plain = value.replace(' ', 'T').slice(0, 19)
  const time = Date.parse(`${plain}Z`)
  return time > FIRST_TIME && new Date(time).toISOString().slice(0, 19) === plain
}

const FIRST_TIME = Date.UTC(1000, 0)

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads what writeCursor wrote; anything else is a bad request (PL-158). */
export function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null
  try {
    const [unknown, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
      number,
      string,
      string,
    ]
    if ((unknown === 0 || unknown === 1) && isSortTime(value) && ID.test(id))
      return { unknown: unknown === 1, value, id }
  } catch {
    // Falls through to the one answer for every kind of broken cursor.
  }
  throw new Failure('bad-request', 'The cursor is not valid', { fields: { cursor: 'not-valid' } })
}
