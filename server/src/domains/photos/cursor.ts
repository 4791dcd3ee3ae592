import { z } from 'zod'
import { idInput } from '#contract/id.ts'
import { type CursorScope, decodeCursor, encodeCursor, sortTime } from '../../http/cursor.ts'

/** Position after a page: sort value and id of its last row. `unknown`: the row is one of the photos without a date. */
export interface Cursor {
  unknown: boolean
  value: string
  id: string
}

export const writeCursor = (scope: CursorScope, { unknown, value, id }: Cursor): string =>
  encodeCursor(scope, [unknown ? 1 : 0, value, id])

/** Reads what writeCursor wrote for this scope; anything else is a bad request. */
export function readCursor(scope: CursorScope, text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const [undatedFlag, value, id] = decodeCursor(scope, text, cursorFields)
  return { unknown: undatedFlag === 1, value, id }
}

const cursorFields = z.tuple([z.literal([0, 1]), sortTime, idInput])
