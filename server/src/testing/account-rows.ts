import { sql } from 'kysely'
import { domains } from '../app.ts'
import type { Context } from '../context.ts'

/** Lists the declared tables that name accounts, with those columns. */
export const listAccountTables = () =>
  domains
    .flatMap(({ tables = {} }) => Object.entries(tables))
    .map(([table, { accounts }]) => [table, accounts] as const)
    .filter(([, columns]) => columns.length > 0)

/** Reads rows of every declared table that name the account, as text, by table. */
export async function readAccountRows(ctx: Context, accountId: string): Promise<Record<string, string[]>> {
  const rows = listAccountTables().map(
    async ([table, columns]) => [table, await readTableRows(ctx, table, columns, accountId)] as const,
  )
  return Object.fromEntries(await Promise.all(rows))
}

async function readTableRows(
  { db }: Context,
  table: string,
  columns: readonly string[],
  accountId: string,
): Promise<string[]> {
  const condition = sql.join(
    columns.map(column => sql`${sql.ref(column)} = ${accountId}`),
    sql` or `,
  )
  const { rows } = await sql<{ text: string }>`
    select ${sql.table(table)}::text as text from ${sql.table(table)} where ${condition} order by 1`.execute(
    db,
  )
  return rows.map(row => row.text)
}
