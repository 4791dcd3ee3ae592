import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { findRow, insertMissingRow, lockRow, updateRows } from '../../../platform/db/rows.ts'
import type { CallbacksTable } from '../tables.ts'

export type CallbacksRow = Selectable<CallbacksTable>

export function findCallbacks(db: Reader, accountId: string): Promise<CallbacksRow | undefined> {
  return findRow(db, 'callbacks', { account_id: accountId })
}

export function findCallbacksOfAccounts(db: Reader, accountIds: readonly string[]): Promise<CallbacksRow[]> {
  return db
    .selectFrom('callbacks')
    .selectAll()
    .where(sql<SqlBool>`account_id = any(${accountIds}::text[])`)
    .execute()
}

/** Locks the account's row until the transaction ends. Its events are locked after it. */
export function lockCallbacks(tx: Tx, accountId: string): Promise<CallbacksRow | undefined> {
  return lockRow(tx, 'callbacks', { account_id: accountId })
}

/** Inserts the row; false when the account has one. */
export async function insertCallbacks(tx: Tx, row: Insertable<CallbacksTable>): Promise<boolean> {
  return insertMissingRow(tx.db, 'callbacks', row)
}

export async function updateCallbacks(
  tx: Tx,
  accountId: string,
  values: Omit<Updateable<CallbacksTable>, 'account_id'>,
): Promise<void> {
  await updateRows(tx.db, 'callbacks', { account_id: accountId }, values)
}

/** Records that the customer was notified. One statement outside of a transaction. */
export async function markMailed(db: Reader, accountId: string, mailedAt: Date): Promise<void> {
  await updateRows(db, 'callbacks', { account_id: accountId }, { mailed_at: mailedAt })
}

/** Lists a page of all rows, by account id. */
export function listCallbacks(db: Reader, after: string, limit: number): Promise<CallbacksRow[]> {
  return db
    .selectFrom('callbacks')
    .selectAll()
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(limit)
    .execute()
}
