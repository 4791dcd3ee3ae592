import { type Context, change, type Tx } from '../../../context.ts'
import type { UndoSource } from '../../../domain.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { createUndoConflict, lockEffect, stopEntry } from '../../journal/index.ts'
import { startErasure } from '../photos.ts'
import { countRequestedPhotos, listErasureRequests, lockRequestedPhotos } from '../store/erasure.ts'

const BATCH = 500
const REQUESTS_MAX = 1000

/** Stops a deletion for ever that waits. */
export const erasureUndo: UndoSource = {
  kinds: ['photos.erasure-requested'],
  async undo(ctx, entry) {
    if (!(await stopEntry(ctx, entry))) throw createUndoConflict('over')
    return { restored: 0, hasMore: false }
  },
  findOpen: (ctx, accountId, entries) =>
    countRequestedPhotos(
      ctx.db,
      accountId,
      entries.map(({ entry_id }) => entry_id),
    ),
}

/** Erases photos whose deletion for ever has taken effect, and clears the marks of a deletion that was undone. */
export async function eraseRequested(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const { account_id: accountId, erase_entry: entryId } of await listErasureRequests(
    ctx.db,
    REQUESTS_MAX,
  )) {
    let photos = BATCH
    while (photos === BATCH && !signal.aborted)
      photos = await change(ctx, tx => eraseNext(ctx, tx, accountId, entryId))
  }
}

/** Erases the next photos of an entry, or clears their marks; returns their number, 0 while the entry waits. */
async function eraseNext(ctx: Context, tx: Tx, accountId: string, entryId: string): Promise<number> {
  const effect = await lockEffect(ctx, tx, accountId, entryId)
  if (effect.is === 'waiting') return 0
  const rows = await lockRequestedPhotos(tx, accountId, entryId, BATCH)
  if (rows.length === 0) return 0
  if (effect.is === 'effective') await startErasure(ctx, tx, accountId, rows)
  else {
    const key = { account_id: accountId, photo_id: rows.map(row => row.photo_id) }
    await updateRows(tx.db, 'photos', key, { erase_entry: null })
  }
  return rows.length
}
