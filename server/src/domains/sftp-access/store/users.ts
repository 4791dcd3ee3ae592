import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import { findRow, insertMissingRow } from '../../../platform/db/rows.ts'
import type { SftpUsersTable } from '../tables.ts'

/** Finds the user name of an account; undefined unless one was made. */
export async function findUserName(db: Reader, accountId: string): Promise<string | undefined> {
  const row = await findRow(db, 'sftp_users', { account_id: accountId }, ['user_name'])
  return row?.user_name
}

export async function findAccountOfUserName(db: Reader, userName: string): Promise<string | undefined> {
  const row = await findRow(db, 'sftp_users', { user_name: userName }, ['account_id'])
  return row?.account_id
}

/** False when the name is taken. */
export async function insertUser(tx: Tx, row: Insertable<SftpUsersTable>): Promise<boolean> {
  return insertMissingRow(tx.db, 'sftp_users', row)
}
