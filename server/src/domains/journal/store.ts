import { type Insertable, type Selectable, sql } from 'kysely'
import type { JournalKind } from '#contract/journal.ts'
import type { Reader, Tx } from '../../context.ts'
import { acrossAccounts } from '../../platform/db/across-accounts.ts'
import {
  deleteRows,
  findRow,
  greaterThan,
  insertRows,
  lessThan,
  listRows,
  lockRows,
  notNull,
  updateRows,
} from '../../platform/db/rows.ts'
import type { JournalTable } from './tables.ts'

export type EntryRow = Selectable<JournalTable>

export const insertEntry = (tx: Tx, row: Insertable<JournalTable>): Promise<void> =>
  insertRows(tx.db, 'journal', row)

export const findEntry = (db: Reader, accountId: string, entryId: string): Promise<EntryRow | undefined> =>
  findRow(db, 'journal', { account_id: accountId, entry_id: entryId })

/** Locks an entry, so that it is either undone or takes effect. */
export const lockEntry = async (tx: Tx, accountId: string, entryId: string): Promise<EntryRow | undefined> =>
  (await lockRows(tx, 'journal', { account_id: accountId, entry_id: entryId }, 'entry_id'))[0]

/** Lists entries that take effect after an instant and are not undone, the first one first. */
export async function listEntriesInEffectAfter(db: Reader, accountId: string, at: Date): Promise<EntryRow[]> {
  const rows = await listRows(db, 'journal', { account_id: accountId, effective_at: greaterThan(at) })
  const undone = new Set((await listUndosOf(db, rows)).map(({ undoes }) => undoes))
  return rows
    .filter(({ entry_id }) => !undone.has(entry_id))
    .toSorted((a, b) => a.effective_at!.getTime() - b.effective_at!.getTime())
}

/** Finds the entry that undid another one. */
export const findUndoOf = (db: Reader, accountId: string, entryId: string): Promise<EntryRow | undefined> =>
  findRow(db, 'journal', { account_id: accountId, undoes: entryId })

interface GrownEntry extends Pick<EntryRow, 'account_id' | 'kind' | 'at' | 'actor' | 'actor_id' | 'subject'> {
  total: number
  effective_at: Date | null
  /** An entry that began before is not continued. */
  since: Date
  /** Nor is one whose last call was before. */
  continuedSince: Date
  calls: number
}

/**
 * Adds a call to the last entry of its kind, if that is of the same actor and subject, not undone and has fewer calls than `calls`;
 * returns its id. One statement, because deletions call it for each photo.
 */
export async function growEntry(tx: Tx, entry: GrownEntry): Promise<string | undefined> {
  const { account_id, kind, at, actor, actor_id, subject, total, effective_at, since } = entry
  const { rows } = await sql<{ entry_id: string }>`
    update journal set until = ${at}::timestamptz, total = coalesce(total, 0) + ${total}::int,
      before = jsonb_set(before, '{instants}', before -> 'instants' || to_jsonb(${at.toISOString()}::text)),
      effective_at = coalesce(${effective_at}::timestamptz, effective_at)
    where account_id = ${account_id} and entry_id = (
      select entry_id from journal latest
      where latest.account_id = ${account_id} and entry_id > ${getFirstId(since)}::uuid and kind = ${kind} and at > ${since}::timestamptz
      order by entry_id desc limit 1
    )
      and actor = ${actor} and actor_id is not distinct from ${actor_id}::text
      and subject is not distinct from ${subject}::text
      and coalesce(until, at) >= ${entry.continuedSince}::timestamptz
      and jsonb_array_length(before -> 'instants') < ${entry.calls}::int
      and not exists (
        select from journal undo where undo.account_id = ${account_id} and undo.undoes = journal.entry_id
      )
    returning entry_id`.execute(tx.db)
  return rows[0]?.entry_id
}

/** The lowest id of an entry of this instant: an id has the instant of its entry, or a later one where the clock was set back. */
const getFirstId = (at: Date): string => {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Sums the photos of entries of a kind that began after `from` and whose last call was after `since`. */
export async function sumPhotos(
  db: Reader,
  accountId: string,
  { kind, from, since }: { kind: JournalKind; from: Date; since: Date },
): Promise<number> {
  const { rows } = await sql<{ photos: number }>`
    select coalesce(sum(total), 0)::int as photos from journal
    where account_id = ${accountId} and entry_id > ${getFirstId(from)}::uuid and kind = ${kind}
      and at > ${from} and coalesce(until, at) > ${since}`.execute(db)
  return rows[0]!.photos
}

interface EntryQuery {
  /** Entries after this instant. */
  since: Date
  kinds?: readonly JournalKind[] | undefined
  subject?: string
  /** The entry before the first one. */
  after?: string | undefined
  limit: number
}

/** Lists entries of the account, newest first. */
export function listEntries(
  db: Reader,
  accountId: string,
  { since, kinds, subject, after, limit }: EntryQuery,
): Promise<EntryRow[]> {
  return db
    .selectFrom('journal')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('entry_id', '>', getFirstId(since))
    .where('at', '>', since)
    .$if(kinds !== undefined, query => query.where('kind', 'in', kinds!))
    .$if(subject !== undefined, query => query.where('subject', '=', subject!))
    .$if(after !== undefined, query => query.where('entry_id', '<', after!))
    .orderBy('entry_id', 'desc')
    .limit(limit)
    .execute()
}

/** Lists entries of these kinds and subjects that were recorded since the first of some entries, oldest first. */
export function listEntriesOf(
  db: Reader,
  accountId: string,
  { subjects, from }: { subjects: readonly string[]; from: string },
): Promise<EntryRow[]> {
  return db
    .selectFrom('journal')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('entry_id', '>=', from)
    .where('subject', 'in', subjects)
    .orderBy('entry_id')
    .execute()
}

/** Lists the entries that undid some of these, which are of one account. */
export async function listUndosOf(
  db: Reader,
  entries: readonly Pick<EntryRow, 'account_id' | 'entry_id'>[],
): Promise<EntryRow[]> {
  if (entries.length === 0) return []
  const key = { account_id: entries[0]!.account_id, undoes: entries.map(({ entry_id }) => entry_id) }
  return listRows(db, 'journal', key)
}

/** Lists accounts with entries that expired, or with values that can no longer be restored. */
export async function listAccountsToCleanUp(
  db: Reader,
  { now, valuesBefore, limit }: { now: Date; valuesBefore: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from journal where expires_at < ${now}
    union select account_id from journal where before is not null and at < ${valuesBefore}
    limit ${limit}::int ${acrossAccounts('entries of the journal expire by their age')}`.execute(db)
  return rows.map(row => row.account_id)
}

export async function deleteExpiredEntries(
  tx: Tx,
  accountId: string,
  { now, valuesBefore }: { now: Date; valuesBefore: Date },
): Promise<void> {
  await deleteRows(tx.db, 'journal', { account_id: accountId, expires_at: lessThan(now) })
  const outdated = { account_id: accountId, before: notNull, at: lessThan(valuesBefore) }
  await updateRows(tx.db, 'journal', outdated, { before: null })
}
