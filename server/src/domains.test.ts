import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { domains } from './app.ts'
import { checkDomains, defineDomain, eraseRows } from './domain.ts'
import { defineJob, handleJob } from './platform/jobs/jobs.ts'
import { local } from './schema.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { testServer } from './testing/harness.ts'

/** Columns that hold an account, whatever the table. */
const ACCOUNT_COLUMNS = ['account_id', 'owner_id', 'member_id']
const server = closeAfterAll(await testServer({ work: false }))

describe('RV-603 RV-606 the tables', () => {
  test('of a migrated database belong to one domain each', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name <> 'baseline'`.execute(server.ctx.db)
    const declared = domains.flatMap(domain => Object.keys(domain.tables ?? {}))
    expect(declared.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  test('are declared with every column that names an account', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and column_name = any(${ACCOUNT_COLUMNS}::text[])`.execute(server.ctx.db)
    const declared = domains.flatMap(({ tables = {} }) =>
      Object.entries(tables).flatMap(([table, { accounts }]) => accounts.map(column => `${table}.${column}`)),
    )
    expect(declared.toSorted()).toEqual(rows.map(row => `${row.table}.${row.column}`).toSorted())
  })
})

describe('RV-606 the list of domains', () => {
  const lower = defineDomain({ name: 'lower', dependsOn: [] })
  const kind = defineJob('lower.made')

  test('is refused at start when a domain depends on one that is not below it', () => {
    const higher = defineDomain({ name: 'higher', dependsOn: ['lower'] })
    expect(() => checkDomains([lower, higher])).not.toThrow()
    expect(() => checkDomains([higher, lower])).toThrow('higher depends on lower, which is not below it')
  })

  test('is refused at start when no domain handles what one emits', () => {
    const emits = defineDomain({ ...lower, emits: [kind] })
    const higher = defineDomain({
      name: 'higher',
      dependsOn: [],
      jobs: [handleJob(kind, async () => undefined)],
    })
    expect(() => checkDomains([emits, higher])).not.toThrow()
    expect(() => checkDomains([emits])).toThrow('no domain handles lower.made of lower')
  })

  test('is refused at start when something is declared twice', () => {
    const job = handleJob(kind, async () => undefined)
    const command = { name: 'do', usage: 'keepsake do', parse: () => null }
    const one = defineDomain({
      ...lower,
      jobs: [job],
      commands: [command],
      tables: { rate_counts: local() },
    })
    expect(() => checkDomains([one, one])).toThrow(
      'two domains are called lower; two domains own rate_counts; the job lower.made has two handlers; there are two commands do',
    )
  })

  test('is refused at start when a domain owns tables with accounts and cannot erase one', () => {
    const owner = { ...lower, tables: { orders: local('account_id') } }
    const eraseAccount = eraseRows(() => ({}))
    expect(() => checkDomains([defineDomain({ ...owner, eraseAccount })])).not.toThrow()
    expect(() => checkDomains([defineDomain(owner)])).toThrow(
      'lower has tables with accounts and no eraseAccount',
    )
  })

  test('names the folder of every domain', async () => {
    const folders = await readdir(new URL('./domains', import.meta.url), { withFileTypes: true })
    const names = folders.filter(each => each.isDirectory()).map(each => each.name)
    expect(domains.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  test('names what each domain imports', async () => {
    for (const { name, dependsOn } of domains)
      expect({ name, dependsOn: dependsOn.toSorted() }).toEqual({ name, dependsOn: await importedBy(name) })
  })
})

/** The domains whose index.ts a file of this one imports. */
async function importedBy(name: string): Promise<string[]> {
  const folder = join(import.meta.dirname, 'domains', name)
  const files = (await readdir(folder, { recursive: true })).filter(
    file => file.endsWith('.ts') && !/test(ing)?\.ts$|^testing\//.test(file),
  )
  const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
  const found = texts.flatMap(text => [
    ...text.matchAll(/from '(?:(?:\.\.\/)+|#server\/domains\/)([a-z-]+)\/index\.ts'/g),
  ])
  const names = new Set(domains.map(domain => domain.name))
  return [...new Set(found.map(match => match[1]!))].filter(each => names.has(each)).toSorted()
}

async function parametersOf(table: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; value: string }>`
    select option_name as name, option_value as value from pg_options_to_table(
      (select reloptions from pg_class where oid = to_regclass(${table})))`.execute(server.ctx.db)
  return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]))
}

describe('RV-713 autovacuum', () => {
  test.each(['photos', 'month_counts', 'uploads', 'album_photos', 'customers', 'erased_photos'])(
    'visits %s after 2 %% of its rows',
    async table => {
      expect(await parametersOf(table)).toMatchObject({
        autovacuum_vacuum_scale_factor: 0.02,
        autovacuum_vacuum_insert_scale_factor: 0.02,
        autovacuum_analyze_scale_factor: 0.02,
      })
    },
  )

  test('visits the queue of ingests after a number of rows, however few remain', async () => {
    expect(await parametersOf('photo_ingests')).toEqual({
      autovacuum_vacuum_scale_factor: 0,
      autovacuum_vacuum_threshold: 1000,
      autovacuum_analyze_scale_factor: 0,
      autovacuum_analyze_threshold: 1000,
    })
  })
})
