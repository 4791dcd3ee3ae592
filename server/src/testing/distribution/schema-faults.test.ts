import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createDistributionStatements, createRenewalTrigger, RENEWALS } from '../../run-command.ts'
import { closeAfterAll } from '../close-after-all.ts'
import { testServer } from '../harness.ts'
import { declarations } from './check-statements.ts'
import type { Declarations } from './statement-check.ts'

const server = closeAfterAll(await testServer({ work: false }))

/** The faults of the schema after these statements, which are rolled back. */
async function faultsAfter(...statements: string[]): Promise<string[]> {
  const tx = await server.ctx.db.startTransaction().execute()
  try {
    for (const statement of statements) await sql.raw(statement).execute(tx)
    const query = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(tx)).rows
    return await findSchemaFaults(query, declarations)
  } finally {
    await tx.rollback().execute()
  }
}

describe('RV-718 the keys of distributed tables', () => {
  test('all contain the account', async () => {
    expect(await faultsAfter()).toEqual([])
  })

  test.each([
    ['a unique index', 'create unique index planted on photos (sha256)'],
    ['one that only includes it', 'create unique index planted on photos (sha256) include (account_id)'],
    ['one of an expression of it', 'create unique index planted on photos (lower(account_id), sha256)'],
  ])('are refused without it: %s', async (_name, statement) => {
    expect(await faultsAfter(statement)).toEqual([
      'the unique index planted of the distributed table photos has no account_id',
    ])
  })

  test('are refused without it: a primary key', async () => {
    const statements = [
      'alter table exports drop constraint exports_pkey',
      'alter table exports add primary key (backup_id)',
    ]
    expect(await faultsAfter(...statements)).toEqual([
      'the unique index exports_pkey of the distributed table exports has no account_id',
    ])
  })

  test('are refused where they refer to another node', async () => {
    const toDirectory =
      'alter table photos add constraint planted foreign key (account_id) references account_directory'
    expect(await faultsAfter(toDirectory)).toEqual([
      'the foreign key planted of photos refers to rows of account_directory on another node',
    ])
    const together =
      'alter table photo_ingests add constraint planted foreign key (account_id, photo_id) references photos'
    expect(await faultsAfter(together)).toEqual([])
  })

  test('and their triggers are known', async () => {
    const trigger = 'create trigger planted after insert on albums execute function renew_library_versions()'
    expect(await faultsAfter(trigger)).toEqual([
      'distribution.ts does not know the trigger planted of the distributed table albums',
    ])
  })

  test('an account is never null', async () => {
    expect(
      await faultsAfter(
        'alter table photo_holds drop constraint photo_holds_pkey',
        'alter table photo_holds alter column account_id drop not null',
      ),
    ).toEqual(['account_id of the distributed table photo_holds can be null'])
  })
})

test('RV-718 the printed statements name every table that is not local, by its placement, and leave none of its rows behind', () => {
  const truncate = 'truncate_local_data_after_distributing_table'
  const calls = {
    distributed: ['create_distributed_table', truncate],
    directory: ['citus_add_local_table_to_metadata'],
    reference: ['create_reference_table', truncate],
    local: [],
  }
  const printed = createDistributionStatements()
  for (const [table, { placement }] of Object.entries(declarations)) {
    const found = printed.map(text => /^select (create_\w+|citus_\w+|truncate_\w+)\('(\w+)'/.exec(text) ?? [])
    expect(
      found.filter(([, , name]) => name === table).map(([, call]) => call),
      table,
    ).toEqual(calls[placement])
  }
})

test('RV-718 what the printed statements drop is in the migrated schema', async () => {
  const drops = createDistributionStatements().filter(text => text.startsWith('drop '))
  expect(drops).toHaveLength(3)
  expect(await faultsAfter(...drops)).toEqual([])
})

test('RV-718 the triggers on shards renew the versions of the accounts in their shards', async () => {
  const { db } = server.ctx
  const tx = await db.startTransaction().execute()
  const run = (text: string) => sql.raw(text).execute(tx)
  const version = async () =>
    (
      await sql<{ version: string }>`select version from library_versions_1 where account_id = 'a'`.execute(
        tx,
      )
    ).rows[0]?.version
  try {
    for (const table of ['photos', 'library_versions'])
      await run(`create table ${table}_1 (like ${table} including all)`)
    await run(createDistributionStatements().find(text => text.startsWith('create or replace function'))!)
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const)
      await run(createRenewalTrigger(event, rows, 'photos_1', "'library_versions_1'"))
    await run(`insert into photos_1 (account_id, photo_id, upload_id, sha256, crc32, size, content_type, file_name,
        taken_sort, taken_unknown, taken_month, created_month, created_at, state, width, height)
      values ('a', gen_random_uuid(), 'u', 's', 1, 1, 'image/jpeg', 'a.jpg', now(), false, 202601, 202601, now(), 'ready', 1, 1)`)
    const seen = [await version()]
    await run('update photos_1 set width = 2')
    seen.push(await version())
    await run('delete from photos_1')
    seen.push(await version())
    expect(new Set(seen).size).toBe(3)
    expect(seen).not.toContain(undefined)
  } finally {
    await tx.rollback().execute()
  }
})

/** Executes a query without parameters. */
type Query = (text: string) => Promise<Record<string, unknown>[]>

/**
 * Finds parts of a migrated schema that a cluster does not support (0112): keys of distributed tables without the
 * account, foreign keys to other nodes, accounts that may be null, and triggers that `keepsake database distribution`
 * does not know.
 */
async function findSchemaFaults(query: Query, declarations: Declarations): Promise<string[]> {
  const isDistributed = (table: string) => declarations[table]?.placement === 'distributed'
  const faults: string[] = []
  for (const { table, name, columns } of (await query(UNIQUE_INDEXES)) as unknown as UniqueIndex[])
    if (isDistributed(table) && !columns.includes('account_id'))
      faults.push(`the unique index ${name} of the distributed table ${table} has no account_id`)
  for (const { table, name, target, columns } of (await query(FOREIGN_KEYS)) as unknown as ForeignKey[]) {
    if (!isDistributed(table) && !isDistributed(target)) continue
    if (declarations[target]?.placement === 'reference') continue
    if (isDistributed(table) !== isDistributed(target) || !columns.includes('account_id'))
      faults.push(`the foreign key ${name} of ${table} refers to rows of ${target} on another node`)
  }
  for (const { table } of (await query(NULLABLE_ACCOUNTS)) as unknown as { table: string }[])
    if (isDistributed(table)) faults.push(`account_id of the distributed table ${table} can be null`)
  for (const { table, name } of (await query(TRIGGERS)) as unknown as Trigger[])
    if (isDistributed(table) && !SUPPORTED_TRIGGERS.has(`${table}.${name}`))
      faults.push(`distribution.ts does not know the trigger ${name} of the distributed table ${table}`)
  return faults
}

interface UniqueIndex {
  table: string
  name: string
  /** Columns without expressions. */
  columns: string[]
}

interface ForeignKey {
  table: string
  name: string
  target: string
  columns: string[]
}

interface Trigger {
  table: string
  name: string
}

const SUPPORTED_TRIGGERS: ReadonlySet<string> = new Set(
  RENEWALS.map(({ event }) => `photos.photos_after_${event}`),
)

/** json, because drivers differ in arrays. Exclusion constraints are indexes, too. */
const selectColumns = (relation: string, numbers: string) => `(
  select coalesce(json_agg(attname), '[]') from pg_attribute where attrelid = ${relation} and attnum = any(${numbers}))`

const UNIQUE_INDEXES = `
  select t.relname as table, i.relname as name,
    ${selectColumns('t.oid', "(string_to_array(indkey::text, ' ')::int2[])[1:indnkeyatts]")} as columns
  from pg_index
  join pg_class i on i.oid = indexrelid join pg_class t on t.oid = indrelid
  join pg_namespace n on n.oid = t.relnamespace
  where (indisunique or indisexclusion) and n.nspname = 'public' order by 1, 2`

const FOREIGN_KEYS = `
  select t.relname as table, conname as name, r.relname as target, ${selectColumns('t.oid', 'conkey')} as columns
  from pg_constraint c join pg_class t on t.oid = conrelid join pg_class r on r.oid = confrelid
  join pg_namespace n on n.oid = t.relnamespace
  where contype = 'f' and n.nspname = 'public' order by 1, 2`

const NULLABLE_ACCOUNTS = `
  select table_name as table from information_schema.columns
  where table_schema = 'public' and column_name = 'account_id' and is_nullable = 'YES' order by 1`

const TRIGGERS = `
  select t.relname as table, tgname as name from pg_trigger
  join pg_class t on t.oid = tgrelid join pg_namespace n on n.oid = t.relnamespace
  where not tgisinternal and n.nspname = 'public' order by 1, 2`
