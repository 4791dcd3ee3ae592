import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { listRows } from '../../../platform/db/rows.ts'
import type { SftpKeysTable } from '../tables.ts'

export type KeyRow = Selectable<SftpKeysTable>

/** Lists the account's keys, newest first. */
export function listKeys(db: Reader, accountId: string): Promise<KeyRow[]> {
  return listRows(db, 'sftp_keys', { account_id: accountId }, 'created_at desc', 'key_id')
}

export function insertKey(tx: Tx, row: Insertable<SftpKeysTable>): Promise<KeyRow> {
  return tx.db.insertInto('sftp_keys').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Deletes the account's keys with these ids, or all; returns their number. */
export async function deleteKeys(tx: Tx, accountId: string, ids: readonly string[] | 'all'): Promise<number> {
  if (ids.length === 0) return 0
  const keys = tx.db.deleteFrom('sftp_keys').where('account_id', '=', accountId)
  const query = ids === 'all' ? keys : keys.where('key_id', 'in', [...ids])
  return Number((await query.executeTakeFirst()).numDeletedRows)
}
