import { type Kysely, sql } from 'kysely'
import { hasOtherNodes } from './other-nodes.ts'

/**
 * On Citus, locks the name on the coordinator until the transaction has ended on all nodes; does nothing on other
 * databases. The lock of a distributed row ends when its node commits, possibly before the coordinator's own rows are
 * visible: where such rows are written under it, this lock must be acquired before it, in the same order everywhere.
 */
export async function lockAcrossNodes<DB>(db: Kysely<DB>, name: string): Promise<void> {
  if (await hasOtherNodes(db))
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}
