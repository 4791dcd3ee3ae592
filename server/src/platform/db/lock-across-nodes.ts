import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'

/**
 * On Citus, locks the name on the coordinator until the transaction has ended on all nodes; does nothing on other databases.
 * A lock of a distributed row ends when its node commits, which can be before the coordinator's own rows are visible: where
 * such rows are written under it, this lock precedes it, in the same order everywhere (0112).
 */
export async function lockAcrossNodes<DB>(db: Kysely<DB>, name: string): Promise<void> {
  if (await hasOtherNodes(db))
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** By the adapter, which a database shares with its transactions. */
const known = new WeakMap<object, boolean>()
const keyOf = (db: QueryExecutorProvider): object => db.getExecutor().adapter

async function hasOtherNodes<DB>(db: Kysely<DB>): Promise<boolean> {
  const found = known.get(keyOf(db))
  if (found !== undefined) return found
  const { rows } = await sql<{ isCitus: boolean }>`
    select to_regclass('pg_catalog.pg_dist_node') is not null as "isCitus"`.execute(db)
  known.set(keyOf(db), rows[0]!.isCitus)
  return rows[0]!.isCitus
}

/** Makes the database one with other nodes, as two databases of the tests are. */
export function declareOtherNodes(db: QueryExecutorProvider): void {
  known.set(keyOf(db), true)
}
