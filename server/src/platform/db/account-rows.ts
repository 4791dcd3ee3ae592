import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Rows of an account by table, each as a statement's part from `from` on. */
export type AccountRows = Readonly<Record<string, RawBuilder<unknown>>>

/** Declared tables, each with its columns that name an account; tables without one are none of its. */
export type AccountTables = Readonly<Record<string, { accounts: readonly string[] }>>

/** Selects the rows of the tables that name the account, in the order of their declaration, in which they are deleted. */
export function selectAccountRows(tables: AccountTables, accountId: string): AccountRows {
  const owned = Object.entries(tables).filter(([, { accounts }]) => accounts.length > 0)
  return Object.fromEntries(
    owned.map(([table, { accounts }]) => {
      const conditions = accounts.map(column => sql`${sql.ref(column)} = ${accountId}`)
      return [table, sql`from ${sql.table(table)} where ${sql.join(conditions, sql` or `)}`]
    }),
  )
}

export async function countAccountRows<DB>(
  db: Kysely<DB>,
  rows: AccountRows,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [table, from] of Object.entries(rows)) {
    const answer = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db)
    counts[table] = answer.rows[0]!.count
  }
  return counts
}

export async function deleteAccountRows<DB>(db: Kysely<DB>, rows: AccountRows): Promise<void> {
  for (const from of Object.values(rows)) await sql`delete ${from}`.execute(db)
}
