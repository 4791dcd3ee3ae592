import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { ACCOUNTS } from './baseline/accounts.ts'
import { ALBUMS } from './baseline/albums.ts'
import { DOWNLOADS } from './baseline/downloads.ts'
import { INTEGRATION } from './baseline/integration.ts'
import { ORDERS } from './baseline/orders.ts'
import { PHOTOS } from './baseline/photos.ts'
import { PRODUCTS } from './baseline/products.ts'
import { RETENTION } from './baseline/retention.ts'
import { SELECTIONS } from './baseline/selections.ts'
import { UPLOADS } from './baseline/uploads.ts'
import { VERSIONS } from './baseline/versions.ts'

/**
 * The tables of the product, as SQL. Until 1.0.0 they are changed here, in place: a database with other tables is
 * refused, not migrated. From 1.0.0 on they are the first migration.
 */
const BASELINE = [
  ACCOUNTS,
  PHOTOS,
  SELECTIONS,
  UPLOADS,
  ALBUMS,
  DOWNLOADS,
  ORDERS,
  PRODUCTS,
  RETENTION,
  INTEGRATION,
  VERSIONS,
].join('\n')

/** Names these tables: the same for the same text. */
export const BASELINE_ID = createHash('sha256').update(BASELINE).digest('hex').slice(0, 12)

/** Creates the tables in the caller's transaction. */
export async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql.raw(BASELINE).execute(db)
  if (await canIndexNames(db)) await sql.raw(INDEX_OF_NAMES).execute(db)
}

const INDEX_OF_NAMES = `
create extension if not exists btree_gin;
create extension if not exists pg_trgm;
create index facts_by_name on photo_facts using gin (account_id, name_norm gin_trgm_ops);`

/** Whether the extensions of the index of names are there or may be created; without it, names are found by scans. */
async function canIndexNames(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from pg_available_extension_versions
    where name in ('btree_gin', 'pg_trgm') and (installed or (
      has_database_privilege(current_database(), 'create')
      and (trusted or not superuser or (select rolsuper from pg_roles where rolname = current_user))))`.execute(
    db,
  )
  return rows.length === 2
}
