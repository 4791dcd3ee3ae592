import { type Selectable, sql } from 'kysely'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import type { Reader, Tx } from '../../context.ts'
import { deleteRows, updateRows } from '../../platform/db/rows.ts'
import type { ExportRef } from './job-kinds.ts'
import type { ExportChunksTable, ExportsTable } from './tables.ts'

export type ExportRow = Selectable<ExportsTable>
export type ChunkRow = Selectable<ExportChunksTable>
type ExportKey = Pick<ExportRow, 'account_id' | 'backup_id'>

/** A chunk without its entries, with the number of photos that are missing in its zip. */
export type ChunkSummary = Pick<ChunkRow, 'iteration' | 'size' | 'photos' | 'from_month' | 'to_month'> & {
  missing: number
}

/** Finds an export of the account; undefined when it has expired. Only ready exports expire. */
export async function findExport(
  db: Reader,
  accountId: string,
  backupId: string,
  now: Date,
): Promise<ExportRow | undefined> {
  return selectUnexpiredExports(db, accountId, now).where('backup_id', '=', backupId).executeTakeFirst()
}

/** Finds the account of an export. */
export async function findExportAccounts(db: Reader, backupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('exports')
    .select('account_id')
    .where('backup_id', '=', backupId)
    .modifyEnd(acrossAccounts('customer care finds an account by the id of an export'))
    .execute()
  return rows.map(row => row.account_id)
}

/** Lists the account's exports that have not expired, newest first, at most 20. */
export async function listExports(db: Reader, accountId: string, now: Date): Promise<ExportRow[]> {
  return selectUnexpiredExports(db, accountId, now)
    .orderBy('created_at', 'desc')
    .orderBy('backup_id')
    .limit(20)
    .execute()
}

/** Finds the newest export that is running, or is ready and has not expired. */
export async function findCurrentExport(
  db: Reader,
  accountId: string,
  now: Date,
): Promise<ExportRow | undefined> {
  return selectUnexpiredExports(db, accountId, now)
    .where('state', '!=', 'failed')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const selectUnexpiredExports = (db: Reader, accountId: string, now: Date) =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))

export async function listChunks(db: Reader, { account_id, backup_id }: ExportKey): Promise<ChunkSummary[]> {
  return db
    .selectFrom('export_chunks')
    .select(['iteration', 'size', 'photos', 'from_month', 'to_month'])
    .select(sql<number>`coalesce(jsonb_array_length(unreadable -> 'photoIds'), 0)`.as('missing'))
    .where('account_id', '=', account_id)
    .where('backup_id', '=', backup_id)
    .orderBy('iteration')
    .execute()
}

/** Counts the photos that are missing in the zips of the account's exports, by export. */
export async function countMissingPhotos(
  db: Reader,
  accountId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('export_chunks')
    .select('backup_id')
    .select(sql<number>`sum(jsonb_array_length(unreadable -> 'photoIds'))::int`.as('missing'))
    .where('account_id', '=', accountId)
    .where('unreadable', 'is not', null)
    .groupBy('backup_id')
    .execute()
  return new Map(rows.map(({ backup_id, missing }) => [backup_id, missing]))
}

/** Finds a chunk with its entries. */
export async function findChunk(
  db: Reader,
  row: ExportKey,
  iteration: number,
): Promise<ChunkRow | undefined> {
  return selectChunk(db, row, iteration).selectAll().executeTakeFirst()
}

const selectChunk = (db: Reader, { account_id, backup_id }: ExportKey, iteration: number) =>
  db
    .selectFrom('export_chunks')
    .where('account_id', '=', account_id)
    .where('backup_id', '=', backup_id)
    // A request may contain an integer beyond the range of the column's type.
    .where('iteration', '=', sql<number>`${iteration}::bigint`)

/** Locks the account's pending exports, because a worker may be completing one. */
export function lockPendingExports(tx: Tx, accountId: string): Promise<ExportKey[]> {
  return selectPendingExports(tx.db).where('account_id', '=', accountId).forUpdate().execute()
}

/** Lists pending exports that were requested at or before `createdBefore`. */
export function listOverdueExports(db: Reader, createdBefore: Date, limit: number): Promise<ExportKey[]> {
  return selectPendingExports(db)
    .where('created_at', '<=', createdBefore)
    .limit(limit)
    .modifyEnd(CLEAN_UP)
    .execute()
}

/** Lists pending exports without progress since `updatedBefore`. */
export function listStalledExports(db: Reader, updatedBefore: Date, limit: number): Promise<ExportKey[]> {
  return selectPendingExports(db)
    .where('updated_at', '<', updatedBefore)
    .limit(limit)
    .modifyEnd(CLEAN_UP)
    .execute()
}

/** Lists exports that ended at or before `endedBefore`. */
export function listEndedExports(db: Reader, endedBefore: Date, limit: number): Promise<ExportKey[]> {
  return db
    .selectFrom('exports')
    .select(['account_id', 'backup_id'])
    .where('state', 'in', ['ready', 'failed'])
    .where('updated_at', '<=', endedBefore)
    .limit(limit)
    .modifyEnd(CLEAN_UP)
    .execute()
}

const CLEAN_UP = acrossAccounts('exports are continued, ended and deleted by their age')

const selectPendingExports = (db: Reader) =>
  db
    .selectFrom('exports')
    .select(['account_id', 'backup_id'])
    .where('state', 'in', ['requested', 'in-progress'])

/** Stores which photos are missing in a zip, with the resulting sizes and checksums. */
export async function updateUnreadablePhotos(
  tx: Tx,
  { account_id, backup_id }: ExportKey,
  chunk: Omit<ChunkRow, 'account_id' | 'backup_id' | 'size'> & { size: number },
): Promise<void> {
  const { iteration, unreadable, size, json_size, json_crc32, csv_size, csv_crc32 } = chunk
  await tx.db
    .updateTable('export_chunks')
    .set({ size, json_size, json_crc32, csv_size, csv_crc32 })
    .set({ unreadable: unreadable && JSON.stringify(unreadable) })
    .where('account_id', '=', account_id)
    .where('backup_id', '=', backup_id)
    .where('iteration', '=', iteration)
    .execute()
}

export async function updateExport(
  db: Reader,
  { accountId, backupId }: ExportRef,
  values: Partial<Pick<ExportRow, 'state' | 'photos' | 'updated_at' | 'expires_at' | 'mailed_at'>>,
): Promise<void> {
  await updateRows(db, 'exports', { account_id: accountId, backup_id: backupId }, values)
}

/** Deletes the export and its chunks. */
export async function deleteExport(tx: Tx, { account_id, backup_id }: ExportKey): Promise<void> {
  await deleteRows(tx.db, 'export_chunks', { account_id, backup_id })
  await deleteRows(tx.db, 'exports', { account_id, backup_id })
}
