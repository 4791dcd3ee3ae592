import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { listTables, type RunningState } from './running-state.ts'

export interface TableComparison {
  tables: number
  /** Rows that both databases have. */
  rows: number
  /** Rows whose content was compared too. */
  sampledRows: number
  problems: string[]
}

/**
 * Compares the tables of the restored database with those of the running one, which customers use meanwhile. Counted are
 * rows of transactions that had ended when the drill began. The restored database is read first: it has all of them
 * that the running database still has, so that no change in between is a difference.
 */
export async function compareTables(
  { restored, running }: Record<'restored' | 'running', Kysely<Schema>>,
  state: RunningState,
  sampleSize: number,
): Promise<TableComparison> {
  const restoredLayouts = await readLayouts(restored)
  const result: TableComparison = { tables: 0, rows: 0, sampledRows: 0, problems: [] }
  for (const { name } of state.tables) {
    const isRestored = restoredLayouts.has(name)
    const found = isRestored ? await countRows(restored, name, state) : 0
    const sample = isRestored ? await sampleRows(restored, name, state, { found, sampleSize }) : []
    if (!(await hasTable(running, name))) continue
    result.tables++
    if (!isRestored) {
      result.problems.push(`table ${name} is missing in the restored database`)
      continue
    }
    const expected = await countRows(running, name, state)
    result.rows += Math.min(expected, found)
    if (found < expected)
      result.problems.push(
        `table ${name}: ${expected - found} of ${expected} rows are missing in the restored database`,
      )
    const { compared, different } = await compareRows(running, name, sample)
    // Read last: until here neither database has rewritten or altered the table.
    if ((await readLayouts(running)).get(name) !== restoredLayouts.get(name)) continue
    result.sampledRows += compared
    if (different > 0)
      result.problems.push(
        `table ${name}: ${different} of ${compared} rows have other content in the restored database`,
      )
  }
  return result
}

async function readLayouts(db: Kysely<Schema>): Promise<Map<string, string>> {
  return new Map((await listTables(db)).map(({ name, layout }) => [name, layout]))
}

async function hasTable(db: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(
    db,
  )
  return rows[0]!.exists
}

interface Row {
  place: string
  transaction: string
  hash: string
}

/** All tables of the catalog are compared, whichever domain owns them. */
const fromTable = (name: string) => sql.raw(`from ${name} as t`)

/** Rows whose transaction precedes the oldest one that ran at the start, in the order of transactions, which is circular. */
const isOld = ({ oldestTransaction }: RunningState) =>
  sql`(xmin::text::bigint - ${oldestTransaction}::bigint + ${2n ** 32n}::bigint) % ${2n ** 32n}::bigint >= ${2n ** 31n}::bigint`

async function countRows(db: Kysely<Schema>, name: string, state: RunningState): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count ${fromTable(name)} where ${isOld(state)}`.execute(db)
  return Number(rows[0]!.count)
}

async function sampleRows(
  db: Kysely<Schema>,
  name: string,
  state: RunningState,
  { found, sampleSize }: { found: number; sampleSize: number },
): Promise<Row[]> {
  if (found === 0) return []
  const percent = Math.min(100, (100 * sampleSize) / found)
  const { rows } = await sql<Row>`
    select ctid::text as place, xmin::text as transaction, md5(t::text) as hash
    ${fromTable(name)} tablesample bernoulli (${percent}::float8)
    where ${isOld(state)} limit ${sampleSize}`.execute(db)
  return rows
}

/** Compares rows at their places; a place that another transaction has written since is left out. */
async function compareRows(db: Kysely<Schema>, name: string, sample: readonly Row[]) {
  const places = sample.map(({ place }) => place)
  const { rows } = await sql<Row>`
    select ctid::text as place, xmin::text as transaction, md5(t::text) as hash
    ${fromTable(name)} where ctid = any(${places}::tid[])`.execute(db)
  const rowsByPlace = new Map(rows.map(row => [row.place, row]))
  const pairs = sample.flatMap(row => {
    const other = rowsByPlace.get(row.place)
    return other?.transaction === row.transaction ? [row.hash === other.hash] : []
  })
  return { compared: pairs.length, different: pairs.filter(isEqual => !isEqual).length }
}
