import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'

/** The tables that a database has: none, or those of a baseline by its id; null for tables that no baseline has made. */
export type InstalledTables = 'none' | { baselineId: string | null }

/** Reads which tables the database has. */
export async function findInstalledTables<DB>(db: Kysely<DB>): Promise<InstalledTables> {
  const { rows } = await sql<{ isRecorded: boolean; isEmpty: boolean }>`
    select to_regclass('baseline') is not null as "isRecorded",
      not exists (select from pg_tables where schemaname = current_schema()) as "isEmpty"`.execute(db)
  const { isRecorded, isEmpty } = rows[0]!
  if (isEmpty) return 'none'
  if (!isRecorded) return { baselineId: null }
  const recorded = await sql<{ id: string }>`select id from baseline`.execute(db)
  return { baselineId: recorded.rows[0]?.id ?? null }
}

/**
 * Creates tables and records their baseline in one transaction: a process that dies leaves none of them. Returns false
 * when another process has created some since; of several at the same moment one creates them.
 */
export async function installTables<DB>(
  db: Kysely<DB>,
  baselineId: string,
  createTables: (db: Kysely<unknown>) => Promise<void>,
): Promise<boolean> {
  return (db as unknown as Kysely<unknown>).transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${LOCK_ID}::bigint)`.execute(tx)
    if ((await findInstalledTables(tx)) !== 'none') return false
    await createTables(tx)
    await sql`create table baseline (id text primary key, installed_at timestamptz not null)`.execute(tx)
    await sql`insert into baseline (id, installed_at) values (${baselineId}, now())`.execute(tx)
    return true
  })
}

/** Any number that nothing else of the product locks. */
const LOCK_ID = '3853314791062309107'

/** Inside the folder of the embedded database, because a copy of the folder is its backup. */
const MARK = 'keepsake-baseline'

/**
 * Reads which tables a folder with an embedded database has, without its engine, which writes to a folder that it opens.
 */
export function readMarkedTables(folder: string): InstalledTables {
  if (!existsSync(join(folder, 'PG_VERSION'))) return 'none'
  const mark = join(folder, MARK)
  return { baselineId: existsSync(mark) ? readFileSync(mark, 'utf8') : null }
}

/** Marks a folder in which the engine will create a database; called before, so that no database is without a mark. */
export function markTables(folder: string, baselineId: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, MARK), baselineId)
}
