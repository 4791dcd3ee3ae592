import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Rows of an account by table, each as a statement's part from `from` on. */
export type AccountRows = Readonly<Record<string, RawBuilder<unknown>>>

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
