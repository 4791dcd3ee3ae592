import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { lockRow, updateRows } from '../../../platform/db/rows.ts'
import type { CallbacksTable } from '../tables.ts'

export type CallbacksRow = Selectable<CallbacksTable>

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

export async function updateCallbacks(
  tx: Tx,
  accountId: string,
  values: Omit<Updateable<CallbacksTable>, 'account_id'>,
): Promise<void> {
  await updateRows(tx.db, 'callbacks', { account_id: accountId }, values)
}
