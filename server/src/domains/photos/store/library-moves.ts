import { type Selectable, sql } from 'kysely'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import type { Reader, Tx } from '../../../context.ts'
import { findRow, insertMissingRow } from '../../../platform/db/rows.ts'
import type { LibraryMovesTable } from '../tables.ts'

export type MoveRow = Selectable<LibraryMovesTable>

/**
 * Selects the generation of a change to single photos: one more than that of the latest move, so that a running move
 * skips the photos.
 */
export const selectCurrentGeneration = (accountId: string) =>
  sql<number>`(select coalesce(max(turn), 0) + 1 from library_moves where account_id = ${accountId})`

/** Locks the account's row, or inserts it, so that two first requests are serialized. */
export async function lockLatestMove(tx: Tx, accountId: string, moveId: string, now: Date): Promise<MoveRow> {
  await insertMissingRow(tx.db, 'library_moves', {
    account_id: accountId,
    move_id: moveId,
    turn: 0,
    destination: 'library',
    photos: 0,
    moved: 0,
    state: 'done',
    requested_at: now,
    stepped_at: now,
  })
  return tx.db
    .selectFrom('library_moves')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Finds the account's latest move. */
export const findLibraryMove = (db: Reader, accountId: string): Promise<MoveRow | undefined> =>
  findRow(db, 'library_moves', { account_id: accountId })

/** Writes a new move, or the progress of the current one, to the account's row. */
export function updateMove(
  tx: Tx,
  accountId: string,
  set: Partial<Omit<MoveRow, 'account_id'>>,
): Promise<MoveRow> {
  return tx.db
    .updateTable('library_moves')
    .set(set)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Lists running moves without a step since `before`. */
export function listStuckMoves(db: Reader, before: Date, limit: number) {
  return db
    .selectFrom('library_moves')
    .select(['account_id', 'move_id'])
    .where('state', '=', 'running')
    .where('stepped_at', '<', before)
    .limit(limit)
    .modifyEnd(acrossAccounts('library moves that a crashed process left are continued'))
    .execute()
}
