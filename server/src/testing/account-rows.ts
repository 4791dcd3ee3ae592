import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { domains } from '../app.ts'
import type { Context } from '../context.ts'
import { insertMissingRow } from '../platform/db/rows.ts'

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

/** Inserts a row of the account into each table; required columns without a value get one of their type, and all texts `text`. */
export async function insertAccountRows(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  accountId: string,
  valuesByTable: Record<string, object>,
  text = 'text',
): Promise<void> {
  const createValue: Record<string, () => unknown> = {
    text: () => text,
    uuid: () => randomUUID(),
    integer: () => 1,
    bigint: () => 1,
    boolean: () => true,
    bytea: () => Buffer.from(text),
    jsonb: () => JSON.stringify({ street: text }),
    'timestamp with time zone': () => clock.now(),
  }
  const { rows: columns } = await sql<{ table: string; name: string; type: string }>`
    select table_name as "table", column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`.execute(
    db,
  )
  const columnsByTable = Map.groupBy(columns, ({ table }) => table)
  for (const [table, values] of Object.entries(valuesByTable)) {
    const filled = columnsByTable.get(table)!.map(({ name, type }) => [name, createValue[type]!()])
    const row = { ...Object.fromEntries(filled), account_id: accountId, ...values }
    await insertMissingRow(db, table as never, row as never)
  }
}
