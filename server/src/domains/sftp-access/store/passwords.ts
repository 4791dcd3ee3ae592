import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../../context.ts'
import type { SftpPasswordsTable } from '../tables.ts'

export type PasswordRow = Selectable<SftpPasswordsTable>

export function findPassword(db: Reader, accountId: string): Promise<PasswordRow | undefined> {
  return db.selectFrom('sftp_passwords').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Inserts the account's password, or replaces it. */
export async function upsertPassword(tx: Tx, row: Insertable<SftpPasswordsTable>): Promise<void> {
  const { account_id: _, ...values } = row
  await tx.db
    .insertInto('sftp_passwords')
    .values(row)
    .onConflict(oc => oc.column('account_id').doUpdateSet(values))
    .execute()
}

/** False when the account has none. */
export async function deletePassword(tx: Tx, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('sftp_passwords')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
