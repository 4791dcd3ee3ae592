import { addDays } from 'date-fns/addDays'
import { type ActorType, type JournalActor, type JournalEntry, UNDO_DAYS } from '#contract/journal.ts'
import type { Context } from '../../context.ts'
import type { UndoSource } from '../../domain.ts'
import { isWaiting } from './stop.ts'
import { type EntryRow, listUndosOf } from './store.ts'
import type { Values } from './tables.ts'
import { findSource, isAbout, isChangedSince, isTooOld, listLaterEntries } from './undo.ts'

/** Presents entries of one account to its owner, whose session is `grantId`. */
export async function presentEntries(
  ctx: Context,
  sources: readonly UndoSource[],
  rows: readonly EntryRow[],
  grantId: string | null,
): Promise<JournalEntry[]> {
  const later = await listLaterEntries(ctx.db, rows)
  const undos = await listUndosOf(ctx.db, [...rows, ...later])
  const undone = new Map(undos.map(row => [row.undoes, row]))
  const presentActor = ({ actor, actor_id, device_name, network }: EntryRow): JournalActor => ({
    type: actor,
    device: device_name,
    network,
    isThisDevice: actor === 'device' && actor_id !== null && actor_id === grantId,
    accessId: ACCESS_TYPES.includes(actor) ? actor_id : null,
  })
  const presentUndo = (undo: EntryRow | undefined) =>
    undo ? { entryId: undo.entry_id, at: undo.at.toISOString(), actor: presentActor(undo) } : null
  const open = await findOpen(ctx, sources, rows)
  const readChange = await createChangeReader(ctx, sources, rows, later)
  const findUndo = (row: EntryRow) => {
    if (undone.has(row.entry_id)) return 'done'
    const source = findSource(sources, row)
    if (!source) return 'none'
    if (isTooOld(ctx, row)) return 'over'
    const possible = row.effective_at ? 'waiting' : 'possible'
    if (row.effective_at && !isWaiting(ctx, row)) return 'over'
    if (source.findOpen && !open.has(row.entry_id)) return 'over'
    if (source.findOpen && !source.readValues) return possible
    if (!row.before) return 'none'
    return isChangedSince(row, later, undos) ? 'changed-since' : 'possible'
  }
  return rows.map(row => ({
    id: row.entry_id,
    kind: row.kind,
    at: row.at.toISOString(),
    lastAt: row.until?.toISOString() ?? null,
    actor: presentActor(row),
    subject: row.subject,
    // Of what waits, what is left of it.
    total:
      (row.effective_at ? open.get(row.entry_id) : undefined) ?? row.total ?? open.get(row.entry_id) ?? null,
    detail: row.detail,
    change: readChange(row),
    effectiveAt: row.effective_at?.toISOString() ?? null,
    undo: findUndo(row),
    undoUntil: (row.effective_at ?? findUndoUntil(ctx, findSource(sources, row), row))?.toISOString() ?? null,
    undone: presentUndo(undone.get(row.entry_id)),
  }))
}

/** Finds when an undo ends: with what the bin holds, where the undo is from the bin, and after UNDO_DAYS at the latest. */
function findUndoUntil({ config }: Context, source: UndoSource | undefined, { at }: EntryRow): Date | null {
  if (!source) return null
  return addDays(at, source.isFromBin ? Math.min(config.binDays, UNDO_DAYS) : UNDO_DAYS)
}

/** Actors whose id their owner sees in the lists of access. */
const ACCESS_TYPES: readonly ActorType[] = ['device', 'key', 'sftp']

/** Finds entries that have something to bring back, with the number of photos. */
async function findOpen(
  ctx: Context,
  sources: readonly UndoSource[],
  rows: readonly EntryRow[],
): Promise<Map<string, number | null>> {
  const open = new Map<string, number | null>()
  for (const source of sources) {
    const ofSource = rows.filter(row => findSource([source], row) && !isTooOld(ctx, row))
    if (!source.findOpen || ofSource.length === 0) continue
    for (const [id, photos] of await source.findOpen(ctx, ofSource[0]!.account_id, ofSource))
      open.set(id, photos)
  }
  return open
}

/** Reads what an entry changed: to the values of before the next change of them, or to the present ones. */
async function createChangeReader(
  ctx: Context,
  sources: readonly UndoSource[],
  rows: readonly EntryRow[],
  later: readonly EntryRow[],
): Promise<(row: EntryRow) => JournalEntry['change']> {
  const present = new Map<string, Values>()
  for (const row of rows) {
    const source = findSource(sources, row)
    if (!source?.readValues || row.subject === null || present.has(row.subject)) continue
    present.set(row.subject, await source.readValues(ctx, row.account_id, row.subject))
  }
  return row => {
    const { before, subject } = row
    const describe = findSource(sources, row)?.describeValues
    if (!before || subject === null || !describe) return []
    const findNext = (field: string) => later.find(each => isAbout(each, row) && field in each.before!)
    const after = Object.fromEntries(
      Object.keys(before).map(field => [
        field,
        (findNext(field)?.before ?? present.get(subject))?.[field] ?? null,
      ]),
    )
    const [from, to] = [describe(before), describe(after)]
    return Object.keys(from).map(field => ({ field, from: from[field]!, to: to[field] ?? null }))
  }
}
