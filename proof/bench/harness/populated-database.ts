import { type Kysely, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { adoptSecret, hashPassword } from '#server/domains/identity/index.ts'
import { adoptBlobStore } from '#server/domains/photos/blob-sweep/blob-store-owner.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import type { Schema } from '#server/schema.ts'
import { withContext } from '#server/serve.ts'
import { POSTGRES_SETTINGS } from '#server/testing/process-settings.ts'
import { verify } from './bench.ts'
import type { Customer } from './customer.ts'
import { createDataDirectory, type DataDirectory, openBenchDatabase, withDatabase } from './data-directory.ts'
import { fillDatabase, LARGE } from './population.ts'

/** Tables that the measurements of an earlier run on the same database have filled. */
const MEASURED_TABLES = [
  'retention_notices',
  'retention_departures',
  'retention_guards',
  'retention_journal',
  'retention_mail_rates',
  'exports',
  'export_chunks',
  'photo_holds',
  'orphan_blobs',
  'blob_sweeps',
] as const

/** A database with many libraries, and the folder of a server on it. */
export interface PopulatedDatabase {
  dataDirectory: DataDirectory
  /** Customers of the largest libraries. */
  customers: Customer[]
  /** Number of photos in all libraries. */
  photos: number
  /** Runs work with a context of its own. */
  runInContext<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  /** The same, and verifies that it scanned no large table. */
  runWithoutScans<T>(what: string, work: (ctx: Context) => Promise<T>): Promise<T>
  /** The same for work that opens its own connections and closes them. */
  verifyNoScans<T>(what: string, work: () => Promise<T>): Promise<T>
}

/** Fills the database, or uses what an earlier run has filled it with. */
export async function openPopulatedDatabase(
  resources: AsyncDisposableStack,
  {
    url,
    photos,
    env,
    log,
  }: { url: string; photos: number; env: Record<string, string>; log: (text: string) => void },
): Promise<PopulatedDatabase> {
  const dataDirectory = await createDataDirectory(resources, url)
  const environment = {
    ...POSTGRES_SETTINGS,
    DATA_DIR: dataDirectory.folder,
    DATABASE_URL: url,
    LOG_LEVEL: 'fatal',
    ...env,
  }
  await populate(dataDirectory, environment, photos, log)
  const customers = await withDatabase(dataDirectory, database => setPasswords(database.db))
  const { rows } = await withDatabase(dataDirectory, ({ db }) =>
    sql<{ photos: number }>`
      select reltuples::float8 as photos from pg_class where oid = 'photos'::regclass`.execute(db),
  )
  // Statistics that another connection reads.
  const countRows = async (): Promise<ScannedRows> => {
    const database = await openDatabase<Schema>({ url })
    try {
      return await countScannedRows(database.db)
    } finally {
      await database.close()
    }
  }
  const verifyNoScans = async <T>(what: string, work: () => Promise<T>) => {
    const before = await countRows()
    const result = await work()
    const scanned = findScannedTables(before, await countRows())
    verify(scanned.length === 0, `${what} scans ${scanned.join(' and ')}`)
    return result
  }
  return {
    dataDirectory,
    customers,
    photos: rows[0]!.photos,
    verifyNoScans,
    runInContext: work => runInContext(environment, work),
    runWithoutScans: (what, work) => verifyNoScans(what, () => runInContext(environment, work)),
  }
}

async function runInContext<T>(env: Record<string, string>, work: (ctx: Context) => Promise<T>): Promise<T> {
  const results: T[] = []
  await withContext(env, async ctx => {
    results.push(await work(ctx))
    return 0
  })
  return results[0]!
}

async function populate(
  dataDirectory: DataDirectory,
  env: Record<string, string>,
  photos: number,
  log: (text: string) => void,
): Promise<void> {
  const existingDatabase = await openDatabase<Schema>({ url: dataDirectory.databaseUrl! })
  const { rows } = await sql<{ filled: boolean }>`
    select to_regclass('photos') is not null as filled`.execute(existingDatabase.db)
  await existingDatabase.close()
  if (!rows[0]!.filled) {
    const database = await openBenchDatabase(dataDirectory)
    await fillDatabase(database, photos, new Date(), log)
    await database.close()
    return
  }
  log('using the libraries of an earlier run')
  const useFilledDatabase = async (ctx: Context) => {
    await sql`delete from pgboss.job`.execute(ctx.db)
    await resetMeasured(ctx)
    await adoptBlobStore(ctx, 'bench')
    await adoptSecret(ctx, 'bench')
    return 0
  }
  await withContext(env, useFilledDatabase, { acceptsForeignBlobs: true, acceptsForeignSecret: true })
}

/** Removes what a measurement has stored, so that the next one finds the same. */
export async function resetMeasured({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const table of MEASURED_TABLES) await sql`truncate ${sql.table(table)}`.execute(db)
  await sql`update customers set moved_deletion_at = null where moved_deletion_at is not null`.execute(db)
  await sql`vacuum analyze customers`.execute(db)
}

/** Gives customers of the largest libraries a password. */
async function setPasswords(db: Context['db']): Promise<Customer[]> {
  const password = 'a-password-of-the-bench'
  const passwordHash = await hashPassword(password)
  const { rows } = await sql<{ account_id: string; email: string }>`
    select account_id, email from customers
    where account_id in (
      select account_id from month_counts where group_by = 'created' group by account_id
      having sum(photos) > ${LARGE.photos * 0.9} order by account_id limit 3)
    order by account_id`.execute(db)
  verify(rows.length === 3, 'there are three libraries of the largest size')
  await sql`
    insert into credentials (account_id, password_hash, email_verified_at, changed_at)
    select account_id, ${passwordHash}, now(), now() from unnest(${rows.map(row => row.account_id)}::text[]) as account_id
    on conflict (account_id) do update set password_hash = excluded.password_hash`.execute(db)
  return rows.map(({ account_id, email }) => ({ accountId: account_id, email, password }))
}

/** Tables with fewer rows are read faster as a whole. */
const LARGE_TABLE_ROWS = 50_000
/** A statement that looks for any row reads the first ones. */
const READ_MAX = 1000

/** Rows that were read by sequential scans so far, by large table. */
type ScannedRows = ReadonlyMap<string, number>

/**
 * Counts the rows that all statements so far have read by scanning large tables. A connection reports what it read when it
 * closes: those whose statements are to be counted must be closed before.
 */
async function countScannedRows(db: Kysely<Schema>): Promise<ScannedRows> {
  const { rows } = await sql<{ name: string; scanned: number }>`
    select stats.relname as name, seq_tup_read::float8 as scanned
    from pg_stat_user_tables stats join pg_class on pg_class.oid = stats.relid
    where reltuples >= ${LARGE_TABLE_ROWS} and pg_table_is_visible(stats.relid)`.execute(db)
  return new Map(rows.map(({ name, scanned }) => [name, scanned]))
}

/** Finds the names of the tables that were scanned in between. */
const findScannedTables = (before: ScannedRows, after: ScannedRows): string[] =>
  [...after].filter(([name, scanned]) => scanned - (before.get(name) ?? 0) > READ_MAX).map(([name]) => name)
