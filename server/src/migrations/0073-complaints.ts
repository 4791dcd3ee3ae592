import { type Kysely, sql } from 'kysely'

/**
 * Reported problems with ordered products (0175). Triggers renew the version of the account's orders, whose answers contain
 * them. An upload with a purpose becomes no photo.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table complaints (
    complaint_id text primary key,
    account_id text not null,
    order_code text not null,
    product_codes jsonb not null,
    reason text not null,
    text text not null,
    wish text not null,
    state text not null,
    revision integer not null,
    version integer not null,
    feed jsonb,
    reprint_code text,
    submitted_at timestamptz not null,
    updated_at timestamptz not null,
    reviewed_at timestamptz,
    answer_by timestamptz,
    decided_at timestamptz,
    objected_at timestamptz,
    closed_at timestamptz,
    attachments_deleted_at timestamptz,
    mailed jsonb not null default '[]'
  )`,
  'create index complaints_by_order on complaints (account_id, order_code)',
  'create index complaints_by_reprint on complaints (account_id, reprint_code) where reprint_code is not null',
  `create index complaints_to_close on complaints (decided_at) where state = 'decided'`,
  `create index complaints_to_answer on complaints (answer_by) where state = 'question'`,
  `create index complaints_to_clean_up on complaints (closed_at)
    where closed_at is not null and attachments_deleted_at is null`,
  `create table complaint_products (
    complaint_id text not null,
    account_id text not null,
    product_code text not null,
    is_open boolean not null,
    primary key (complaint_id, product_code)
  )`,
  'create unique index complaint_products_open on complaint_products (account_id, product_code) where is_open',
  `create table complaint_messages (
    message_id text primary key,
    complaint_id text not null,
    account_id text not null,
    at timestamptz not null,
    text text not null,
    reopens boolean not null
  )`,
  'create index complaint_messages_by_complaint on complaint_messages (complaint_id, at)',
  `create table complaint_attachments (
    attachment_id text primary key,
    account_id text not null,
    complaint_id text not null,
    message_id text,
    position integer,
    upload_size bigint not null,
    sha256 text,
    size integer,
    width integer,
    height integer,
    created_at timestamptz not null,
    ready_at timestamptz,
    sent_at timestamptz,
    deleted_at timestamptz
  )`,
  'create index complaint_attachments_by_complaint on complaint_attachments (complaint_id)',
  'create index complaint_attachments_unsent on complaint_attachments (account_id) where sent_at is null',
  'create index complaint_attachments_unsent_by_age on complaint_attachments (created_at) where sent_at is null',
  ...(['insert', 'update', 'delete'] as const).map(
    event => `create trigger complaints_after_${event} after ${event} on complaints
      referencing ${event === 'delete' ? 'old' : 'new'} table as changed_rows
      for each statement execute function renew_order_list_versions()`,
  ),
  'alter table uploads add column purpose text',
]
