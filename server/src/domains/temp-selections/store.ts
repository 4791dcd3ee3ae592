import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import { findRow, greaterThan, insertMissingRow } from '../../platform/db/rows.ts'
import type { TempSelectionsTable } from './tables.ts'

export type TempSelectionRow = Selectable<TempSelectionsTable>

/** Finds a selection that has not expired: of this account, or of any account with null. */
export function findSelection(
  db: Reader,
  accountId: string | null,
  selectionId: string,
  now: Date,
): Promise<TempSelectionRow | undefined> {
  const owner = accountId === null ? {} : { account_id: accountId }
  return findRow(db, 'temp_selections', { ...owner, selection_id: selectionId, expires_at: greaterThan(now) })
}

/** Finds the account's selection of an earlier request, expired or not. */
export async function findSelectionByRequest(
  db: Reader,
  accountId: string,
  requestId: string,
): Promise<TempSelectionRow | undefined> {
  return findRow(db, 'temp_selections', { account_id: accountId, request_id: requestId })
}

/** Returns false when the account has a selection of this request already. */
export async function insertSelection(tx: Tx, row: TempSelectionRow): Promise<boolean> {
  return insertMissingRow(tx.db, 'temp_selections', {
    ...row,
    photo_ids: sql<string[]>`${row.photo_ids}::uuid[]` as never,
  })
}
