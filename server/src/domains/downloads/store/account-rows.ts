import { sql } from 'kysely'
import type { Tx } from '#server/context.ts'
import type { AccountRows } from '#server/platform/db/account-rows.ts'
import type { DownloadRow } from '../store.ts'

export const accountRows = (accountId: string): AccountRows => ({
  downloads: sql`from downloads where account_id = ${accountId}`,
  'downloads of others': sql`from downloads where ${ofOthers(accountId)}`,
})

/** Removes the downloads of others that hold photos of the account. */
export async function deleteDownloadsOfOthers(tx: Tx, accountId: string): Promise<DownloadRow[]> {
  const { rows } = await sql<DownloadRow>`
    delete from downloads where ${ofOthers(accountId)} returning *`.execute(tx.db)
  return rows
}

const ofOthers = (accountId: string) =>
  sql`account_id <> ${accountId} and photos @> ${JSON.stringify([{ ownerId: accountId }])}::jsonb`
