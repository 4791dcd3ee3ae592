import { addDays } from 'date-fns/addDays'
import type { Answer } from '#contract/endpoint.ts'
import { JOURNAL_KINDS, type UNDO_CONFLICTS, UNDO_DAYS, type undoEntry } from '#contract/journal.ts'
import { type Context, change, type Reader, type Tx } from '../../context.ts'
import type { UndoOutcome, UndoSource } from '../../domain.ts'
import { Failure, requireFound } from '../../http/failure.ts'
import { recordUndo } from './record.ts'
import { type EntryRow, findEntry, findUndoOf, listEntriesOf, listUndosOf } from './store.ts'
import type { Values } from './tables.ts'

/**
 * Undoes an entry of the account. A repetition changes nothing, or continues. Throws not-found for an unknown or foreign entry, and
 * conflict with its reason for one without a way back, for one that is too old, and while a later change is in force. What
 * goes elsewhere, or is open to more, needs a recent sign-in.
 */
export async function undo(
  ctx: Context,
  sources: readonly UndoSource[],
  { accountId, entryId }: { accountId: string; entryId: string },
  requireRecentSignIn: () => Promise<void>,
): Promise<Answer<typeof undoEntry>> {
  const entry = requireFound(await findEntry(ctx.db, accountId, entryId), 'Entry')
  const source = findSource(sources, entry)
  if (!source) throw createUndoConflict('none')
  if (CONFIRMED_ACTS.includes(JOURNAL_KINDS[entry.kind].does)) await requireRecentSignIn()
  if (isTooOld(ctx, entry)) throw createUndoConflict('over')
  return source.undo(ctx, entry)
}

const CONFIRMED_ACTS: readonly (string | undefined)[] = ['redirects', 'loosens']

export const findSource = (sources: readonly UndoSource[], { kind }: EntryRow): UndoSource | undefined =>
  sources.find(({ kinds }) => kinds.some(each => each === kind))

export const isTooOld = ({ clock }: Context, { at }: EntryRow): boolean =>
  addDays(at, UNDO_DAYS) <= clock.now()

export const createUndoConflict = (reason: (typeof UNDO_CONFLICTS)[number]): Failure =>
  new Failure('conflict', `The change cannot be undone: ${reason}`, { reason })

/**
 * Restores the values of before an entry in one transaction. `lock` locks what the values belong to; `restore` writes the given
 * values and returns those that they replace. Throws conflict while a later change of one of the values is in force.
 */
export async function undoValues(
  ctx: Context,
  entry: EntryRow,
  {
    lock,
    restore,
  }: { lock: (tx: Tx) => Promise<unknown>; restore: (tx: Tx, before: Values) => Promise<Values> },
): Promise<UndoOutcome> {
  await change(ctx, async tx => {
    await lock(tx)
    if (await findUndoOf(tx.db, entry.account_id, entry.entry_id)) return
    if (!entry.before) throw createUndoConflict('none')
    const later = await listLaterEntries(tx.db, [entry])
    const undos = await listUndosOf(tx.db, later)
    if (isChangedSince(entry, later, undos)) throw createUndoConflict('changed-since')
    await recordUndo(ctx, tx, entry, await restore(tx, entry.before))
  })
  return { restored: 0, hasMore: false }
}

/** Whether one of the entry's values was changed again by a later entry that is not undone. */
export function isChangedSince(
  entry: EntryRow,
  later: readonly EntryRow[],
  undos: readonly EntryRow[],
): boolean {
  const undone = new Set(undos.map(({ undoes }) => undoes))
  return later.some(each => each.undoes === null && !undone.has(each.entry_id) && isAbout(each, entry))
}

/** Lists entries of the subjects of these, from the oldest on. */
export async function listLaterEntries(db: Reader, entries: readonly EntryRow[]): Promise<EntryRow[]> {
  const valued = entries.filter(({ before, subject }) => before && subject !== null)
  if (valued.length === 0) return []
  const { account_id: accountId } = valued[0]!
  const from = valued.map(({ entry_id }) => entry_id).toSorted()[0]!
  return listEntriesOf(db, accountId, { subjects: valued.map(({ subject }) => subject!), from })
}

/** Whether it is a later entry about one of the same values. */
export const isAbout = (later: EntryRow, { entry_id, subject, before }: EntryRow): boolean =>
  later.entry_id > entry_id &&
  later.subject === subject &&
  Object.keys(later.before ?? {}).some(field => field in (before ?? {}))
