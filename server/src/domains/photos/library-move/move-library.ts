import { type Context, change, type Tx } from '../../../context.ts'
import { lockRow } from '../../../platform/db/rows.ts'
import { publishToAccount } from '../../../platform/push/account-channel.ts'
import { moveLibraryJob } from '../job-kinds.ts'
import { type MovedRow, movePhotos, startErasure } from '../photos.ts'
import { type MoveRow, updateMove } from '../store/library-moves.ts'
import { lockNextPhotos } from '../store/locks.ts'
import { presentMove } from './library-move.ts'

/** Photos examined in one transaction. It bounds how long other requests wait for the embedded database. */
export const STEP_SIZE = 1000

/**
 * Runs a library move to its end. Each step is one transaction that moves photos, saves the progress and publishes it.
 * A process that crashes loses only its current step; the retried job continues after the last committed one. A
 * superseded move stops.
 */
export async function moveLibrary(
  ctx: Context,
  move: { accountId: string; moveId: string },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) if (!(await runStep(ctx, move))) return
  // The process is shutting down: another one continues.
  await change(ctx, tx => ctx.jobs.send(tx, moveLibraryJob, [move]))
}

/** Runs one step; false when nothing is left to do. */
async function runStep(
  ctx: Context,
  { accountId, moveId }: { accountId: string; moveId: string },
): Promise<boolean> {
  return change(ctx, async tx => {
    const move = await lockRow(tx, 'library_moves', {
      account_id: accountId,
      move_id: moveId,
      state: 'running',
    })
    if (!move) return false
    const scannedPhotos = await lockNextPhotos(tx, accountId, move.passed, STEP_SIZE)
    const rows = scannedPhotos.filter(row => isAffected(row, move))
    if (rows.length > 0) await moveAffected(ctx, tx, move, rows)
    const hasMore = scannedPhotos.length === STEP_SIZE
    const moved = move.moved + rows.length
    const nextState = {
      moved,
      photos: hasMore ? move.photos : moved,
      passed: scannedPhotos.at(-1)?.photo_id ?? move.passed,
      state: hasMore ? ('running' as const) : ('done' as const),
      stepped_at: ctx.clock.now(),
    }
    await updateMove(tx, accountId, nextState)
    const push = { type: 'library-move', move: presentMove({ ...move, ...nextState }) } as const
    await publishToAccount(ctx, tx, accountId, push)
    return hasMore
  })
}

async function moveAffected(ctx: Context, tx: Tx, move: MoveRow, rows: readonly MovedRow[]): Promise<void> {
  const { account_id: accountId, destination: to, turn: generation, requested_at: at } = move
  await movePhotos(ctx, tx, accountId, rows, { to, at, generation })
  if (to === 'bin' && ctx.config.binDays === 0) await startErasure(ctx, tx, accountId, rows)
}

/**
 * Returns false for photos that were added, deleted or restored after the move was requested: their generation is
 * later.
 */
function isAffected(row: Awaited<ReturnType<typeof lockNextPhotos>>[number], move: MoveRow): boolean {
  if (row.erased_at !== null || row.turn >= move.turn) return false
  if (move.only_turn !== null && row.turn !== move.only_turn) return false
  return (row.deleted_at === null) === (move.destination === 'bin')
}
