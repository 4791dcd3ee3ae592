import { type Kysely, sql } from 'kysely'

/** Invoices with their PDFs, and the records that outlive those of erased accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table invoices (
    invoice_id uuid primary key,
    account_id text not null,
    channel text not null,
    number text not null,
    group_id text unique,
    issue_date text not null,
    amount bigint not null,
    currency text not null,
    version integer not null,
    body jsonb not null,
    pdf_source text not null,
    available_from timestamptz,
    state text not null,
    failure text,
    blob_key text,
    sha256 text,
    size bigint,
    crc32 bigint,
    ready_at timestamptz,
    updated_at timestamptz not null,
    unique (channel, number)
  )`,
  `create index invoices_by_date on invoices (account_id, issue_date desc, number desc)`,
  `create table invoice_records (
    channel text not null,
    number text not null,
    issue_date text not null,
    amount bigint not null,
    currency text not null,
    primary key (channel, number)
  )`,
]
