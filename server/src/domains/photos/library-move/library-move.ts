import { randomUUID } from 'node:crypto'
import type { LibraryMove } from '#contract/photos.ts'
import { type Context, change, type Reader, type Tx } from '../../../context.ts'
import { notFound } from '../../../http/failure.ts'
import { findRow } from '../../../platform/db/rows.ts'
import { publishToAccount } from '../../../platform/push/account-channel.ts'
import { mailEntry } from '../../identity/index.ts'
import { record, recordUndoOf } from '../../journal/index.ts'
import { libraryCleared } from '../events.ts'
import { moveLibraryJob } from '../job-kinds.ts'
import { lockLatestMove, type MoveRow, updateMove } from '../store/library-moves.ts'
import { countPhotos } from '../store/month-counts.ts'
import { countBin } from '../store/photos.ts'

/**
 * Requests that a job moves all photos to the bin. A repeated request returns the same move while it
 * runs, and after it as long as the library is empty. Photos added after this call stay in the library.
 */
export async function deleteAllPhotos(ctx: Context, accountId: string): Promise<LibraryMove> {
  return change(ctx, async tx => {
    const lastMove = await lockMove(ctx, tx, accountId)
    const photos = await countPhotos(tx.db, accountId)
    if (lastMove.destination === 'bin' && (lastMove.state === 'running' || photos === 0))
      return presentMove(lastMove)
    await ctx.events.emit(tx, libraryCleared, { accountId })
    const request = { destination: 'bin', photos, undoes: null, only_turn: null } as const
    const move = await startMove(ctx, tx, lastMove, request)
    const { requested_at: at, move_id: subject } = move
    const kind = 'library.deleted'
    const eventId = await record(ctx, tx, { accountId, kind, at, subject, total: photos })
    await mailEntry(ctx, tx, { accountId, eventId, kind })
    return presentMove(move)
  })
}

/**
 * Requests that everything in the bin is restored, or with `moveId` the photos that this deletion of
 * everything moved. Ends a deletion that is still running. A repeated request returns the same move while it runs; a
 * repeated undo (`moveId`) always does.
 */
export async function restoreAllPhotos(
  ctx: Context,
  accountId: string,
  moveId?: string,
): Promise<LibraryMove> {
  return change(ctx, async tx => {
    const lastMove = await lockMove(ctx, tx, accountId)
    const isSameMove = lastMove.destination === 'library' && lastMove.undoes === (moveId ?? null)
    if (isSameMove && (lastMove.state === 'running' || moveId)) return presentMove(lastMove)
    if (!moveId) {
      const photos = await countBin(tx.db, accountId)
      const request = { destination: 'library', photos, undoes: null, only_turn: null } as const
      const move = await startMove(ctx, tx, lastMove, request)
      const { move_id: subject } = move
      if (photos > 0) await record(ctx, tx, { accountId, kind: 'photos.restored', subject, total: photos })
      return presentMove(move)
    }
    if (lastMove.destination !== 'bin' || lastMove.move_id !== moveId) throw notFound('Deletion')
    await recordUndoOf(ctx, tx, accountId, 'library.deleted', moveId)
    const { moved: photos, turn } = lastMove
    const request = { destination: 'library', photos, undoes: moveId, only_turn: turn } as const
    return presentMove(await startMove(ctx, tx, lastMove, request))
  })
}

/** Finds the library move that is running, if any. */
export async function findRunningLibraryMove(
  db: Reader,
  accountId: string,
): Promise<LibraryMove | undefined> {
  const row = await findRow(db, 'library_moves', { account_id: accountId, state: 'running' })
  return row && presentMove(row)
}

export function presentMove(row: MoveRow): LibraryMove {
  return {
    moveId: row.move_id,
    to: row.destination,
    state: row.state,
    photos: Math.max(row.photos, row.moved),
    moved: row.moved,
  }
}

const lockMove = (ctx: Context, tx: Tx, accountId: string) =>
  lockLatestMove(tx, accountId, randomUUID(), ctx.clock.now())

async function startMove(
  ctx: Context,
  tx: Tx,
  lastMove: MoveRow,
  request: Pick<MoveRow, 'destination' | 'photos' | 'undoes' | 'only_turn'>,
): Promise<MoveRow> {
  const now = ctx.clock.now()
  const row = await updateMove(tx, lastMove.account_id, {
    ...request,
    move_id: randomUUID(),
    turn: lastMove.turn + 2,
    moved: 0,
    passed: null,
    state: 'running',
    requested_at: now,
    stepped_at: now,
  })
  await ctx.jobs.send(tx, moveLibraryJob, [{ accountId: row.account_id, moveId: row.move_id }])
  await publishToAccount(ctx, tx, row.account_id, { type: 'library-move', move: presentMove(row) })
  return row
}
