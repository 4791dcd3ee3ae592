import { type Kysely, sql } from 'kysely'

/** PDFs of ordered products. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table product_files (
    product_code text not null,
    purpose text not null,
    account_id text not null,
    version integer not null,
    blob_key text not null,
    content_start integer not null,
    content_length integer not null,
    deflated boolean not null,
    size integer not null,
    sha256 text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (product_code, purpose)
  )`,
  `create index product_files_by_account on product_files (account_id, purpose, created_at desc)`,
  `create table unused_product_blobs (
    blob_key text primary key,
    account_id text not null,
    remove_at timestamptz not null
  )`,
  `create index unused_product_blobs_by_time on unused_product_blobs (remove_at)`,
  `create index unused_product_blobs_by_account on unused_product_blobs (account_id)`,
]
