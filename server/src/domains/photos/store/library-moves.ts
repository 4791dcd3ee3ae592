import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import type { LibraryMovesTable } from '../tables.ts'

export type MoveRow = Selectable<LibraryMovesTable>

/** The turn of a change that is no move of the library: a move that is running leaves the photo where it is. */
export const currentGeneration = (accountId: string) =>
  sql<number>`(select coalesce(max(turn), 0) + 1 from library_moves where account_id = ${accountId})`

/** The move that is running, if one is. */
export function findRunningMove(db: Reader, accountId: string): Promise<MoveRow | undefined> {
  return db
    .selectFrom('library_moves')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'running')
    .executeTakeFirst()
}

/** This move, locked, while it is running. */
export function lockRunningMove(tx: Tx, accountId: string, moveId: string): Promise<MoveRow | undefined> {
  return tx.db
    .selectFrom('library_moves')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('move_id', '=', moveId)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
}

/** The account's row, locked; inserted when there is none, so that two first calls wait for each other. */
export async function lockLatestMove(tx: Tx, accountId: string, moveId: string, now: Date): Promise<MoveRow> {
  await tx.db
    .insertInto('library_moves')
    .values({
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
    .onConflict(oc => oc.doNothing())
    .execute()
  return tx.db
    .selectFrom('library_moves')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Writes a new move, or how far one came, into the account's row. */
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

/** Running moves that made no step since `before`. */
export function listStuckMoves(db: Reader, before: Date, limit: number) {
  return db
    .selectFrom('library_moves')
    .select(['account_id', 'move_id'])
    .where('state', '=', 'running')
    .where('stepped_at', '<', before)
    .limit(limit)
    .execute()
}
