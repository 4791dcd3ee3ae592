import { addDays } from 'date-fns/addDays'
import type { Answer } from '#contract/endpoint.ts'
import { type getJournalReview, UNDO_DAYS } from '#contract/journal.ts'
import type { Context } from '../../context.ts'
import { findEntry, listEntries } from './store.ts'

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
