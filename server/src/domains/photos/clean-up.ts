import type { Context } from '../../context.ts'
import { change } from '../../context.ts'
import { resendLostIngests } from './ingest-queue.ts'
import { erasePhotosJob, moveLibraryJob } from './job-kinds.ts'
import { startErasure } from './photos.ts'
import {
  deleteOldTombstones,
  listPhotosToErase,
  listUnfinishedErasures,
  lockPhotosToErase,
} from './store/erasure.ts'
import { listStuckMoves } from './store/library-moves.ts'

const BATCH = 500
const TOMBSTONE_BATCH = 5000
const STUCK_MS = 10 * 60_000
/** How long after an erasure a client may repeat the deletion, for example from an offline queue. */
const TOMBSTONE_MS = 30 * 86_400_000

/** Erases photos whose days in the bin are over and resends jobs that crashed processes lost. */
export async function cleanUpPhotos(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await startDueErasures(ctx)) === BATCH) {}
  while (!signal.aborted && (await deleteTombstones(ctx)) === TOMBSTONE_BATCH) {}
  await retryErasures(ctx)
  await resendLostIngests(ctx, getStuckBefore(ctx))
  await retryMoves(ctx)
}

async function startDueErasures(ctx: Context): Promise<number> {
  const deletedBefore = new Date(ctx.clock.now().getTime() - ctx.config.binDays * 86_400_000)
  const duePhotos = await listPhotosToErase(ctx.db, deletedBefore, BATCH)
  let startedErasures = 0
  for (const [accountId, photos] of Map.groupBy(duePhotos, photo => photo.account_id)) {
    const photoIds = photos.map(photo => photo.photo_id)
    startedErasures += await change(ctx, async tx => {
      const lockedPhotos = await lockPhotosToErase(tx, accountId, photoIds, deletedBefore)
      await startErasure(ctx, tx, accountId, lockedPhotos)
      return lockedPhotos.length
    })
  }
  return startedErasures
}

function deleteTombstones(ctx: Context): Promise<number> {
  const erasedBefore = new Date(ctx.clock.now().getTime() - TOMBSTONE_MS)
  return deleteOldTombstones(ctx.db, erasedBefore, TOMBSTONE_BATCH)
}

async function retryErasures(ctx: Context): Promise<void> {
  const rows = await listUnfinishedErasures(ctx.db, getStuckBefore(ctx), ctx.clock.now(), BATCH)
  const payloads = [...Map.groupBy(rows, row => row.account_id)].map(([accountId, photos]) => ({
    accountId,
    photoIds: photos.map(photo => photo.photo_id),
  }))
  await change(ctx, tx => ctx.jobs.send(tx, erasePhotosJob, payloads))
}

async function retryMoves(ctx: Context): Promise<void> {
  const rows = await listStuckMoves(ctx.db, getStuckBefore(ctx), BATCH)
  const payloads = rows.map(row => ({ accountId: row.account_id, moveId: row.move_id }))
  await change(ctx, tx => ctx.jobs.send(tx, moveLibraryJob, payloads))
}

const getStuckBefore = (ctx: Context) => new Date(ctx.clock.now().getTime() - STUCK_MS)
