import { addDays } from 'date-fns/addDays'
import { z } from 'zod'
import { JOURNAL_DAYS, type JournalKind, OWNER_KINDS } from '#contract/journal.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { type EntryRow, listEntries } from './store.ts'

/** Reads a page of the account's entries, newest first, and the cursor of the next one. Throws bad-request for an unknown cursor. */
export async function readEntries(
  ctx: Context,
  accountId: string,
  query: { since?: string | undefined; cursor?: string | undefined; limit: number },
  kinds: readonly JournalKind[] = OWNER_KINDS,
): Promise<{ rows: EntryRow[]; cursor: string | null }> {
  const { since, cursor, limit } = query
  const scope = ['journal', accountId, since ?? '', ...kinds] as const
  const after = cursor === undefined ? undefined : decodeCursor(scope, cursor, z.tuple([z.uuid()]))[0]
  // `listEntries` leaves out the instant itself.
  const start =
    since === undefined ? addDays(ctx.clock.now(), -JOURNAL_DAYS) : new Date(Date.parse(since) - 1)
  const found = await listEntries(ctx.db, accountId, { since: start, kinds, after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  return { rows, cursor: found.length > limit ? encodeCursor(scope, [rows.at(-1)!.entry_id]) : null }
}
