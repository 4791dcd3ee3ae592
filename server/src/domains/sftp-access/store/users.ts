import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import type { SftpUsersTable } from '../tables.ts'

/** Finds the user name of an account; undefined unless one was made. */
export async function findUserName(db: Reader, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sftp_users')
    .select('user_name')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.user_name
}

export async function findAccountOfUserName(db: Reader, userName: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sftp_users')
    .select('account_id')
    .where('user_name', '=', userName)
    .executeTakeFirst()
  return row?.account_id
}

/** False when the name is taken. */
export async function insertUser(tx: Tx, row: Insertable<SftpUsersTable>): Promise<boolean> {
  const inserted = await tx.db
    .insertInto('sftp_users')
    .values(row)
    .onConflict(oc => oc.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return inserted !== undefined
}
