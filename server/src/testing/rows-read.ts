import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** Counts the rows of a table that this transaction has read so far, by scans of the table or through indexes. */
export async function countRowsRead(tx: Kysely<Schema>, table: keyof Schema): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where relname = ${table}`.execute(tx)
  return rows[0]!.read
}
