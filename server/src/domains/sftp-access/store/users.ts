import type { Reader } from '../../../context.ts'
import { findRow } from '../../../platform/db/rows.ts'

/** Finds the user name of an account; undefined unless one was made. */
export async function findUserName(db: Reader, accountId: string): Promise<string | undefined> {
  const row = await findRow(db, 'sftp_users', { account_id: accountId }, ['user_name'])
  return row?.user_name
}

export async function findAccountOfUserName(db: Reader, userName: string): Promise<string | undefined> {
  const row = await findRow(db, 'sftp_users', { user_name: userName }, ['account_id'])
  return row?.account_id
}
