import { z } from 'zod'
import { idInput } from '#contract/id.ts'
import { decodeCursor, encodeCursor, sortTime } from '../../http/cursor.ts'

/** Position after a page: sort value and id of its last row. `unknown`: the row is one of the photos without a date. */
export interface Cursor {
  unknown: boolean
  value: string
  id: string
}

export const writeCursor = ({ unknown, value, id }: Cursor): string =>
  encodeCursor([unknown ? 1 : 0, value, id])

/** Reads what writeCursor wrote; anything else is a bad request (PL-158). */
export function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const [unknown, value, id] = decodeCursor(text, fields)
  return { unknown: unknown === 1, value, id }
}

const fields = z.tuple([z.literal([0, 1]), sortTime, idInput])
