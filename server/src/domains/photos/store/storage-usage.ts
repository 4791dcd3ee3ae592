import { sql } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { findRow, lockRow } from '../../../platform/db/rows.ts'

/** Finds bytes of all originals of the account, in the library and in the bin. */
export async function findStoredBytes(db: Reader, accountId: string): Promise<number> {
  const row = await findRow(db, 'storage_usage', { account_id: accountId }, ['stored_bytes'])
  return Number(row?.stored_bytes ?? 0)
}

/**
 * Locks the stored bytes, also for an account without photos, so that no photo is added or erased before the
 * transaction ends.
 */
export async function lockStoredBytes(tx: Tx, accountId: string): Promise<number> {
  const lockedRow = await lockRow(tx, 'storage_usage', { account_id: accountId }, ['stored_bytes'])
  if (lockedRow) return Number(lockedRow.stored_bytes)
  const row = await tx.db
    .insertInto('storage_usage')
    .values({ account_id: accountId, stored_bytes: 0 })
    .onConflict(oc =>
      oc
        .column('account_id')
        .doUpdateSet({ stored_bytes: sql<string>`storage_usage.stored_bytes + excluded.stored_bytes` }),
    )
    .returning('stored_bytes')
    .executeTakeFirstOrThrow()
  return Number(row.stored_bytes)
}
