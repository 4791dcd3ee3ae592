import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../context.ts'
import type { ExportChunksTable, ExportsTable } from './tables.ts'

export type ExportRow = Selectable<ExportsTable>
export type ChunkRow = Selectable<ExportChunksTable>

/** What of a chunk is told without its list. */
export type ChunkFacts = Pick<ChunkRow, 'iteration' | 'size' | 'photos' | 'from_month' | 'to_month'>

/** The caller's export that has not expired; one that runs or has failed has no such time. */
export async function findExport(
  db: Reader,
  accountId: string,
  backupId: string,
  now: Date,
): Promise<ExportRow | undefined> {
  return livingExports(db, accountId, now).where('backup_id', '=', backupId).executeTakeFirst()
}

/** Newest first. */
export async function listExports(db: Reader, accountId: string, now: Date): Promise<ExportRow[]> {
  return livingExports(db, accountId, now)
    .orderBy('created_at', 'desc')
    .orderBy('backup_id')
    .limit(20)
    .execute()
}

/** The export that a request is answered with: it runs, or is ready and has not expired. */
export async function findCurrentExport(
  db: Reader,
  accountId: string,
  now: Date,
): Promise<ExportRow | undefined> {
  return livingExports(db, accountId, now)
    .where('state', '!=', 'failed')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const livingExports = (db: Reader, accountId: string, now: Date) =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))

export async function listChunks(
  db: Reader,
  { account_id, backup_id }: Pick<ExportRow, 'account_id' | 'backup_id'>,
): Promise<ChunkFacts[]> {
  return db
    .selectFrom('export_chunks')
    .select(['iteration', 'size', 'photos', 'from_month', 'to_month'])
    .where('account_id', '=', account_id)
    .where('backup_id', '=', backup_id)
    .orderBy('iteration')
    .execute()
}

/** The chunk with its list. */
export async function findChunk(
  db: Reader,
  row: Pick<ExportRow, 'account_id' | 'backup_id'>,
  iteration: number,
): Promise<ChunkRow | undefined> {
  return chunkOf(db, row, iteration).selectAll().executeTakeFirst()
}

export async function hasChunk(
  db: Reader,
  row: Pick<ExportRow, 'account_id' | 'backup_id'>,
  iteration: number,
): Promise<boolean> {
  return (await chunkOf(db, row, iteration).select('iteration').executeTakeFirst()) !== undefined
}

const chunkOf = (
  db: Reader,
  { account_id, backup_id }: Pick<ExportRow, 'account_id' | 'backup_id'>,
  iteration: number,
) =>
  db
    .selectFrom('export_chunks')
    .where('account_id', '=', account_id)
    .where('backup_id', '=', backup_id)
    // Any whole number may be asked for; the column's type has an end.
    .where('iteration', '=', sql<number>`${iteration}::bigint`)
