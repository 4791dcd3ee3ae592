import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '#server/context.ts'
import { deleteRows, insertMissingRow } from '../../../platform/db/rows.ts'
import type { AccountDirectoryTable } from '../tables.ts'

export type DirectoryEntry = Selectable<AccountDirectoryTable>

/** Query fragment: all accounts that are not deleted; for joins with local and directory tables. */
export const selectOpenAccounts = (db: Reader) => db.selectFrom('account_directory')

/** Finds the vendor's account with this normalised e-mail address, unless deleted. */
export async function findAccountIdByEmail(
  db: Reader,
  { vendor, email }: Pick<DirectoryEntry, 'vendor' | 'email'>,
): Promise<string | undefined> {
  const row = await selectOpenAccounts(db)
    .select('account_id')
    .where('email', '=', email)
    .where('vendor', '=', vendor)
    .executeTakeFirst()
  return row?.account_id
}

/** Lists ids of the accounts with these normalised e-mail addresses or ids, at all vendors. */
export async function listAccountIdsByEmailOrId(db: Reader, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from account_directory
    where email = any(${keys}::text[]) or account_id = any(${keys}::text[])`.execute(db)
  return rows.map(row => row.account_id)
}

/** Returns false when another account has the id, or the address at the vendor. */
export async function insertDirectoryEntry(tx: Pick<Tx, 'db'>, entry: DirectoryEntry): Promise<boolean> {
  return insertMissingRow(tx.db, 'account_directory', entry)
}

export async function deleteDirectoryEntry(tx: Pick<Tx, 'db'>, accountId: string): Promise<void> {
  await deleteRows(tx.db, 'account_directory', { account_id: accountId })
}
