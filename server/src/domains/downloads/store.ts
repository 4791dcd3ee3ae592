import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../context.ts'
import type { DownloadsTable } from './tables.ts'

export type DownloadRow = Selectable<DownloadsTable>

/** The caller's download that has not expired. */
export async function findDownload(
  db: Reader,
  accountId: string,
  downloadId: string,
  now: Date,
): Promise<DownloadRow | undefined> {
  return db
    .selectFrom('downloads')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('download_id', '=', downloadId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Newest first; more than a screen shows is not kept that long. */
export async function listDownloads(db: Reader, accountId: string, now: Date): Promise<DownloadRow[]> {
  return db
    .selectFrom('downloads')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('download_id')
    .limit(200)
    .execute()
}

/** Changes a download that has not ended; false when it has, as one that was called off meanwhile. */
export async function updateDownload(
  tx: Tx,
  row: Pick<DownloadRow, 'account_id' | 'download_id'>,
  change: Partial<Pick<DownloadRow, 'state'> & { manifest: string; size: number }>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('downloads')
    .set(change)
    .where('account_id', '=', row.account_id)
    .where('download_id', '=', row.download_id)
    .where('state', 'in', ['requested', 'in-progress'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** False when the account has a download of this id already. */
export async function insertDownload(tx: Tx, row: Insertable<DownloadsTable>): Promise<boolean> {
  const inserted = await tx.db
    .insertInto('downloads')
    .values(row)
    .onConflict(oc => oc.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows !== 0n
}

/** Sets all downloads of the account that are not ready to failed; answers them. */
export function failPendingDownloads(tx: Tx, accountId: string): Promise<DownloadRow[]> {
  return tx.db
    .updateTable('downloads')
    .set({ state: 'failed' })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['requested', 'in-progress'])
    .returningAll()
    .execute()
}

export async function deleteExpiredDownloads(db: Reader, now: Date): Promise<void> {
  await db.deleteFrom('downloads').where('expires_at', '<=', now).execute()
}
