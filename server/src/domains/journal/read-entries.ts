import { addDays } from 'date-fns/addDays'
import { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import {
  type getJournalReview,
  JOURNAL_DAYS,
  type JournalKind,
  OWNER_KINDS,
  UNDO_DAYS,
} from '#contract/journal.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { type EntryRow, findEntry, listEntries } from './store.ts'

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

/** Finds the end of all access in the last 30 days, unless its owner has checked since what happened before. */
export async function findReview(
  { db, clock }: Context,
  accountId: string,
): Promise<Omit<Answer<typeof getJournalReview>, 'waiting'>> {
  const since = addDays(clock.now(), -UNDO_DAYS)
  const kinds = ['access.ended', 'changes.reviewed'] as const
  const [last] = await listEntries(db, accountId, { since, kinds, limit: 1 })
  if (last?.kind !== 'access.ended') return { lockedAt: null, doubted: null }
  const { doubted: doubtedId } = last.detail
  const doubted = doubtedId === undefined ? undefined : await findEntry(db, accountId, doubtedId)
  return {
    lockedAt: last.at.toISOString(),
    doubted: doubted
      ? { at: doubted.at.toISOString(), device: doubted.device_name, network: doubted.network }
      : null,
  }
}
