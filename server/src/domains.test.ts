import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domains } from './app.ts'
import { type TestServer, testServer } from './testing/harness.ts'

/** Columns that hold an account, whatever the table. */
const ACCOUNT_COLUMNS = ['account_id', 'owner_id', 'member_id']

let server: TestServer
beforeAll(async () => {
  server = await testServer({ work: false })
})
afterAll(() => server.close())

describe('RV-603 RV-606 the tables', () => {
  test('of a migrated database belong to one domain each', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name not like 'kysely_%'`.execute(server.ctx.db)
    const declared = domains.flatMap(domain => Object.keys(domain.tables ?? {}))
    expect(declared.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  test('are declared with every column that names an account', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and column_name = any(${ACCOUNT_COLUMNS}::text[])`.execute(server.ctx.db)
    const declared = domains.flatMap(({ tables = {} }) =>
      Object.entries(tables).flatMap(([table, columns]) => columns.map(column => `${table}.${column}`)),
    )
    expect(declared.toSorted()).toEqual(rows.map(row => `${row.table}.${row.column}`).toSorted())
  })
})
