import type { Reader } from '../../context.ts'
import { findLatestEntry, insertEntries } from './store/journal.ts'

/**
 * An entry of the retention's audit log, never deleted: who, when, why, how many, by which rule, as of which instant.
 */
export interface JournalEntry {
  event:
    | 'reminded'
    | 'reminder-failed'
    | 'reminder-unknown'
    | 'deadline-moved'
    | 'deadline-delayed'
    | 'skipped'
    | 'leaving'
    | 'left'
    | 'returning'
    | 'returned'
    | 'erasing'
    | 'erased'
    | 'held'
    | 'confirmed'
    | 'account-erased'
  rule: string
  /** The daily job, or the person or service that requested it. */
  actor: string
  brandId?: string
  accountId?: string
  deadline?: Date | null
  photos?: number
  bytes?: number
  note?: string
}

export const DAILY_JOB = 'daily job'

/** Adds an entry, in the transaction of the change that it records. */
export async function journal(db: Reader, at: Date, entry: JournalEntry): Promise<void> {
  await journalEntries(db, at, [entry])
}

/** Adds entries in this order. */
export async function journalEntries(db: Reader, at: Date, entries: readonly JournalEntry[]): Promise<void> {
  await insertEntries(
    db,
    entries.map(entry => toRow(at, entry)),
  )
}

/** Adds an entry unless the account's latest entry of that event has the same rule and note. */
export async function journalUnlessRepeated(db: Reader, at: Date, entry: JournalEntry): Promise<void> {
  const latest = await findLatestEntry(db, entry.accountId ?? null, entry.event)
  if (latest?.rule !== entry.rule || latest.note !== (entry.note ?? null)) await journal(db, at, entry)
}

/** Returns when and by whom the account was erased; undefined for an account that was never erased. */
export const findErasure = (
  db: Reader,
  accountId: string,
): Promise<{ at: Date; actor: string } | undefined> => findLatestEntry(db, accountId, 'account-erased')

const toRow = (at: Date, entry: JournalEntry) => ({
  at,
  as_of: at,
  event: entry.event,
  rule: entry.rule,
  actor: entry.actor,
  brand_id: entry.brandId ?? null,
  account_id: entry.accountId ?? null,
  deadline: entry.deadline ?? null,
  photos: entry.photos ?? null,
  bytes: entry.bytes ?? null,
  note: entry.note ?? null,
})
