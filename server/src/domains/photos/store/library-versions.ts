import { sql } from 'kysely'
import type { Reader } from '../../../context.ts'
import { selectActiveCustomers } from '../../customers/index.ts'

/** Lists versions of the libraries of these accounts that ever had a photo. A trigger renews them. */
export async function listLibraryVersions(
  db: Reader,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ account_id: string; version: string }>`
    select account_id, version from library_versions where account_id = any(${accountIds}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ account_id, version }) => [account_id, version]))
}

/**
 * Lists versions of the libraries of these accounts, without deleted customers, because closing an account changes no
 * photo. Missing for a library whose photos have not changed since versions exist.
 */
export async function listActiveLibraryVersions(
  db: Reader,
  accountIds: readonly string[],
): Promise<Map<string, { version: string }>> {
  const rows = await selectActiveCustomers(db)
    .leftJoin('library_versions', 'library_versions.account_id', 'customers.account_id')
    .select(['customers.account_id', 'library_versions.version'])
    .where('customers.account_id', 'in', [...accountIds])
    .execute()
  return new Map(rows.map(({ account_id, version }) => [account_id, { version: version ?? '' }]))
}
