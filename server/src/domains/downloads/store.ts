import { type Selectable, sql } from 'kysely'
import type { Context, Reader, Tx } from '../../context.ts'
import { type AccountRows, selectAccountRows } from '../../platform/db/account-rows.ts'
import { findRow, greaterThan, listFirstRows, updateRows } from '../../platform/db/rows.ts'
import { type DownloadsTable, downloadTables } from './tables.ts'

export type DownloadRow = Selectable<DownloadsTable>

/** Finds a download of the account; undefined when it has expired. */
export async function findDownload(
  db: Reader,
  accountId: string,
  downloadId: string,
  now: Date,
): Promise<DownloadRow | undefined> {
  return findRow(db, 'downloads', {
    account_id: accountId,
    download_id: downloadId,
    expires_at: greaterThan(now),
  })
}

/** Lists the account's downloads that have not expired, newest first, at most 200. */
export function listDownloads(db: Reader, accountId: string, now: Date): Promise<DownloadRow[]> {
  const key = { account_id: accountId, expires_at: greaterThan(now) }
  return listFirstRows(db, 'downloads', key, 200, 'created_at desc', 'download_id')
}

/** Lists the account's downloads requested since `since`, oldest first, without their contents; the latest 200. */
export async function listDownloadsSince(
  db: Reader,
  accountId: string,
  since: Date,
): Promise<Pick<DownloadRow, 'account_id' | 'download_id' | 'state' | 'end_known_at'>[]> {
  const rows = await db
    .selectFrom('downloads')
    .select(['account_id', 'download_id', 'state', 'end_known_at'])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('download_id')
    .limit(200)
    .execute()
  return rows.reverse()
}

/** Marks that a client of the account knows that the download is ready or has failed. */
export async function markEndKnown(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  accountId: string,
  downloadId: string,
): Promise<void> {
  const key = { account_id: accountId, download_id: downloadId, end_known_at: null }
  await updateRows(db, 'downloads', key, { end_known_at: clock.now() })
}

/** Updates a pending download; false when it has ended, for example because it was cancelled. */
export async function updateDownload(
  tx: Tx,
  row: Pick<DownloadRow, 'account_id' | 'download_id'>,
  values: Partial<Pick<DownloadRow, 'state' | 'done'> & { manifest: string; size: number }>,
): Promise<boolean> {
  const key = {
    account_id: row.account_id,
    download_id: row.download_id,
    state: ['requested', 'in-progress'],
  } as const
  return (await updateRows(tx.db, 'downloads', key, values)) > 0
}

/** Returns the account's rows as `from` clauses, for counting and erasing. */
export const getAccountRowsSql = (accountId: string): AccountRows => ({
  ...selectAccountRows(downloadTables, accountId),
  'downloads of others': sql`from downloads where ${createForeignDownloadCondition(accountId)}`,
})

/** Deletes downloads of other accounts that contain photos of the account; returns them. */
export async function deleteDownloadsOfOthers(tx: Tx, accountId: string): Promise<DownloadRow[]> {
  const { rows } = await sql<DownloadRow>`
    delete from downloads where ${createForeignDownloadCondition(accountId)} returning *`.execute(tx.db)
  return rows
}

const createForeignDownloadCondition = (accountId: string) =>
  sql`account_id <> ${accountId} and photos @> ${JSON.stringify([{ ownerId: accountId }])}::jsonb`
