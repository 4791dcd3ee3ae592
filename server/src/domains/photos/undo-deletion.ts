import { addDays } from 'date-fns/addDays'
import { UNDO_DAYS } from '#contract/journal.ts'
import { type Context, change, type Tx } from '../../context.ts'
import type { UndoOutcome, UndoSource } from '../../domain.ts'
import { findRow } from '../../platform/db/rows.ts'
import { type EntryRow, listEntries, listInstants, record, recordUndo } from '../journal/index.ts'
import { restoreAllPhotos } from './library-move/library-move.ts'
import { listMissingIds, restoreLockedPhotos } from './photos.ts'
import { countDeletedAt, listDeletedAt } from './store/deletions.ts'
import { lockPhotos } from './store/locks.ts'

/** Undoes deletions of photos, and of the whole library, while the photos are in the bin. */
export const deletionUndo: UndoSource = {
  kinds: ['photos.deleted', 'library.deleted'],
  isFromBin: true,
  async undo(ctx, entry) {
    const { account_id: accountId, subject } = entry
    if (!(await isLatestMove(ctx, entry))) return restoreDeletion(ctx, entry)
    // A job restores them, and says how far it is.
    await restoreAllPhotos(ctx, accountId, subject!)
    return { restored: 0, hasMore: false }
  },
  async findOpen(ctx, accountId, entries) {
    const counts = await countDeletedAt(ctx.db, accountId, entries.flatMap(listInstants))
    const open = new Map<string, number>()
    for (const entry of entries) {
      const photos = listInstants(entry).reduce((sum, at) => sum + (counts.get(at.getTime()) ?? 0), 0)
      if (photos > 0 || (await isLatestMove(ctx, entry))) open.set(entry.entry_id, photos)
    }
    return open
  },
}

/** Restores photos from the bin; ids that are already in the library count as done. A deletion of which nothing is left is undone. */
export function restorePhotos(
  ctx: Context,
  accountId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  return change(ctx, async tx => {
    const rows = await lockPhotos(tx, accountId, photoIds)
    await restoreLockedPhotos(ctx, tx, accountId, rows)
    const restored = rows.filter(({ deleted_at }) => deleted_at !== null)
    const instants = new Set(restored.map(row => row.deleted_at?.getTime()))
    const isUndone = await recordUndosOf(ctx, tx, accountId, instants)
    if (!isUndone && restored.length > 0)
      await record(ctx, tx, { accountId, kind: 'photos.restored', total: restored.length })
    return listMissingIds(photoIds, rows)
  })
}

/**
 * Records that deletions at these instants were undone, if none of their photos is left in the bin, and none may have been deleted for
 * ever. Returns whether any was.
 */
async function recordUndosOf(
  ctx: Context,
  tx: Tx,
  accountId: string,
  restored: ReadonlySet<number | undefined>,
): Promise<boolean> {
  let isUndone = false
  const entries = await listEntries(tx.db, accountId, {
    since: addDays(ctx.clock.now(), -Math.min(UNDO_DAYS, ctx.config.binDays)),
    kinds: ['photos.deleted', ...ERASURES],
    limit: ENTRIES_MAX,
  })
  // Newest first: none of what was deleted after an erasure is of it.
  for (const entry of entries) {
    if (ERASURES.some(kind => kind === entry.kind)) return isUndone
    const instants = listInstants(entry)
    if (!instants.some(at => restored.has(at.getTime()))) continue
    if ((await listDeletedAt(tx.db, accountId, instants, 1)).length > 0) continue
    await recordUndo(ctx, tx, entry)
    isUndone = true
  }
  return isUndone
}

const ERASURES = ['photos.erased', 'photos.erasure-requested'] as const
const ENTRIES_MAX = 100

/** Whether the entry is the deletion of everything that was requested last, which may be running. */
async function isLatestMove(ctx: Context, { kind, account_id, subject }: EntryRow): Promise<boolean> {
  if (kind !== 'library.deleted') return false
  const key = { account_id, move_id: subject!, destination: 'bin' } as const
  return (await findRow(ctx.db, 'library_moves', key, ['move_id'])) !== undefined
}

/** Photos that one call restores. */
const RESTORED_PER_CALL = 500

/** Restores some of the photos that were deleted; repeated calls restore all of them. */
function restoreDeletion(ctx: Context, entry: EntryRow): Promise<UndoOutcome> {
  const { account_id: accountId } = entry
  const instants = listInstants(entry)
  return change(ctx, async tx => {
    const ids = await listDeletedAt(tx.db, accountId, instants, RESTORED_PER_CALL)
    const isOfDeletion = (at: Date | null) => instants.some(instant => instant.getTime() === at?.getTime())
    // Photos that another call restored meanwhile are left out.
    const rows = (await lockPhotos(tx, accountId, ids)).filter(row => isOfDeletion(row.deleted_at))
    await restoreLockedPhotos(ctx, tx, accountId, rows)
    const hasMore = ids.length === RESTORED_PER_CALL
    // What a client left half undone can be continued from its entry.
    if (!hasMore) await recordUndo(ctx, tx, entry)
    return { restored: rows.length, hasMore }
  })
}
