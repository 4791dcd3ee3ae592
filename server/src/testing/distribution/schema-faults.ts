import { RENEWALS } from '../../run-command.ts'
import type { Declarations } from './statement-check.ts'

/** Executes a query without parameters. */
export type Query = (text: string) => Promise<Record<string, unknown>[]>

/**
 * Finds parts of a migrated schema that a cluster does not support (0112): keys of distributed tables without the
 * account, foreign keys to other nodes, accounts that may be null, and triggers that `keepsake database distribution`
 * does not know.
 */
export async function findSchemaFaults(query: Query, declarations: Declarations): Promise<string[]> {
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
