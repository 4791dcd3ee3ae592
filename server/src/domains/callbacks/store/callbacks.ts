import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { lockRow, lockRows, updateRows } from '../../../platform/db/rows.ts'
import type { CallbacksTable } from '../tables.ts'

export type CallbacksRow = Selectable<CallbacksTable>

export function findCallbacks(db: Reader, endpointIds: readonly string[]): Promise<CallbacksRow[]> {
  return db
    .selectFrom('callbacks')
    .selectAll()
    .where(sql<SqlBool>`endpoint_id = any(${endpointIds}::text[])`)
    .execute()
}

/** Locks the endpoint's row until the transaction ends. Its deliveries are locked after it. */
export function lockCallbacks(tx: Tx, endpointId: string): Promise<CallbacksRow | undefined> {
  return lockRow(tx, 'callbacks', { endpoint_id: endpointId })
}

/** Locks the rows of the account's endpoints, in their order, before the account's next number. */
export function lockCallbacksOfAccount(tx: Tx, accountId: string): Promise<CallbacksRow[]> {
  return lockRows(tx, 'callbacks', { account_id: accountId }, 'endpoint_id')
}

export async function updateCallbacks(
  tx: Tx,
  endpointId: string,
  values: Omit<Updateable<CallbacksTable>, 'account_id' | 'endpoint_id'>,
): Promise<void> {
  await updateRows(tx.db, 'callbacks', { endpoint_id: endpointId }, values)
}
