import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'

/**
 * The tables of the product: the SQL files of this folder, in the order of their names. Until 1.0.0 they are changed in
 * place: a database with other tables is refused, not migrated. From 1.0.0 on they are the first migration.
 */
const BASELINE = readdirSync(import.meta.dirname)
  .filter(name => name.endsWith('.sql'))
  .sort()
  .map(name => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n')

/** Names these tables: the same for the same statements, whatever their comments and white space. */
export const BASELINE_ID = createHash('sha256')
  .update(BASELINE.replace(/--.*$/gm, '').replace(/\s+/g, ' '))
  .digest('hex')
  .slice(0, 12)

/** Creates the tables in the caller's transaction. */
export async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql.raw(BASELINE).execute(db)
}
