import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { deleteRows, findRow, upsertRow } from '../../../platform/db/rows.ts'
import type { SftpPasswordsTable } from '../tables.ts'

export type PasswordRow = Selectable<SftpPasswordsTable>

export function findPassword(db: Reader, accountId: string): Promise<PasswordRow | undefined> {
  return findRow(db, 'sftp_passwords', { account_id: accountId })
}

/** Inserts the account's password, or replaces it. */
export async function upsertPassword(tx: Tx, row: Insertable<SftpPasswordsTable>): Promise<void> {
  await upsertRow(tx.db, 'sftp_passwords', ['account_id'], row)
}

/** False when the account has none. */
export async function deletePassword(tx: Tx, accountId: string): Promise<boolean> {
  return (await deleteRows(tx.db, 'sftp_passwords', { account_id: accountId })) > 0
}
