import type { Selectable } from 'kysely'
import type { DownloadPush } from '#contract/push.ts'
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
export async function setDownload(
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

export type DownloadKey = DownloadPush['key']
