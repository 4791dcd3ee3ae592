import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/schema.ts'

/** Tables with fewer rows are read faster as a whole. */
const LARGE = 50_000
/** A statement that looks for any row reads the first ones. */
const READ_MAX = 1000

/** Rows that were read by sequential scans so far, by large table. */
export type ScannedRows = ReadonlyMap<string, number>

/**
 * Counts the rows that all statements so far have read by scanning large tables. A connection reports what it read when it
 * closes: those whose statements are to be counted must be closed before.
 */
export async function countScannedRows(db: Kysely<Schema>): Promise<ScannedRows> {
  const { rows } = await sql<{ name: string; scanned: number }>`
    select stats.relname as name, seq_tup_read::float8 as scanned
    from pg_stat_user_tables stats join pg_class on pg_class.oid = stats.relid
    where reltuples >= ${LARGE} and pg_table_is_visible(stats.relid)`.execute(db)
  return new Map(rows.map(({ name, scanned }) => [name, scanned]))
}

/** Finds the names of the tables that were scanned in between. */
export const findScannedTables = (before: ScannedRows, after: ScannedRows): string[] =>
  [...after].filter(([name, scanned]) => scanned - (before.get(name) ?? 0) > READ_MAX).map(([name]) => name)
