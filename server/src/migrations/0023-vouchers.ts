import { type Kysely, sql } from 'kysely'

/** Vouchers of ordered products, and offers by their codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table voucher_offers (
    option_code text primary key,
    version integer not null,
    body jsonb not null,
    updated_at timestamptz not null
  )`,
  `create table vouchers (
    product_code text primary key,
    account_id text not null,
    code text not null,
    version integer not null,
    body jsonb not null,
    updated_at timestamptz not null
  )`,
  `create index vouchers_by_code on vouchers (account_id, code)`,
]
