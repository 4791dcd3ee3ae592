import type { Context, Tx } from '../../../context.ts'
import { change } from '../../../context.ts'
import { moveLibraryJob } from '../job-kinds.ts'
import { publishLibraryMove } from '../notifications.ts'
import { type MovedRow, movePhotos, startErasure } from '../photos.ts'
import { lockRunningMove, type MoveRow, updateMove } from '../store/library-moves.ts'
import { lockNextPhotos } from '../store/locks.ts'
import { presentMove } from './library-move.ts'

/** Photos looked at in one transaction: others wait for the embedded database no longer than for that. */
export const STEP = 1000

/**
 * Goes on with a move of a whole library until it is done, step by step: each is one transaction that moves photos,
 * notes how far it came and tells it. A process that dies loses the step it was in; whoever comes next goes on after the
 * last one. A move that another one has followed ends.
 */
export async function moveLibrary(
  ctx: Context,
  move: { accountId: string; moveId: string },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) if (!(await moveStep(ctx, move))) return
  // This process ends: another one goes on.
  await change(ctx, tx => ctx.jobs.send(tx, moveLibraryJob, [move]))
}

/** One step; false when there is nothing left to do. */
async function moveStep(
  ctx: Context,
  { accountId, moveId }: { accountId: string; moveId: string },
): Promise<boolean> {
  return change(ctx, async tx => {
    const move = await lockRunningMove(tx, accountId, moveId)
    if (!move) return false
    const seen = await lockNextPhotos(tx, accountId, move.passed, STEP)
    const rows = seen.filter(row => isMeant(row, move))
    if (rows.length > 0) await moveMeant(ctx, tx, move, rows)
    const more = seen.length === STEP
    const moved = move.moved + rows.length
    const next = {
      moved,
      photos: more ? move.photos : moved,
      passed: seen.at(-1)?.photo_id ?? move.passed,
      state: more ? ('running' as const) : ('done' as const),
      stepped_at: ctx.clock.now(),
    }
    await updateMove(tx, accountId, next)
    await publishLibraryMove(ctx, tx, accountId, presentMove({ ...move, ...next }))
    return more
  })
}

async function moveMeant(ctx: Context, tx: Tx, move: MoveRow, rows: readonly MovedRow[]): Promise<void> {
  const { account_id: accountId, destination: to, turn, requested_at: at } = move
  await movePhotos(ctx, tx, accountId, rows, { to, at, turn })
  if (to === 'bin' && ctx.config.binDays === 0) await startErasure(ctx, tx, accountId, rows)
}

/** What came, went or came back by itself after the move was asked for has a later turn and stays where it is. */
function isMeant(row: Awaited<ReturnType<typeof lockNextPhotos>>[number], move: MoveRow): boolean {
  if (row.erased_at !== null || row.turn >= move.turn) return false
  if (move.only_turn !== null && row.turn !== move.only_turn) return false
  return (row.deleted_at === null) === (move.destination === 'bin')
}
