import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'

/** Keyed by the adapter, which a database shares with its transactions. */
const isDistributedByAdapter = new WeakMap<object, boolean>()
const getAdapter = (db: QueryExecutorProvider): object => db.getExecutor().adapter

/** Whether the rows of accounts are on several nodes, as on Citus. The first call for a database queries it. */
export async function hasOtherNodes<DB>(db: Kysely<DB>): Promise<boolean> {
  const cachedAnswer = isDistributedByAdapter.get(getAdapter(db))
  if (cachedAnswer !== undefined) return cachedAnswer
  const { rows } = await sql<{ isCitus: boolean }>`
    select to_regclass('pg_catalog.pg_dist_node') is not null as "isCitus"`.execute(db)
  isDistributedByAdapter.set(getAdapter(db), rows[0]!.isCitus)
  return rows[0]!.isCitus
}

/**
 * Locks or changes rows of several accounts: with one call for all of them on one database; with one call for each
 * account, in their order, where they are on several nodes. A statement for one account must name it by `=` or `in`,
 * because Citus supports `for update` on one node only.
 */
export async function executeForAccounts<DB, Result>(
  db: Kysely<DB>,
  accountIds: readonly string[],
  execute: (accountIds: readonly string[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  if (accountIds.length === 0) return []
  if (!(await hasOtherNodes(db))) return [...(await execute(accountIds))]
  const results: Result[] = []
  for (const accountId of accountIds.toSorted()) results.push(...(await execute([accountId])))
  return results
}
