import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table customers (
    account_id text primary key,
    email text not null,
    first_name text,
    last_name text,
    business boolean not null default false,
    business_status text check (business_status in ('Default', 'New', 'Active', 'Blocked')),
    brand_id text not null,
    locale text not null,
    registered_at timestamptz not null,
    last_uploaded_at timestamptz,
    last_order_at timestamptz,
    delayed_deletion_at timestamptz,
    deleted_at timestamptz
  )`,
  `create unique index customers_by_email on customers (email) where deleted_at is null`,
  `create table credentials (
    account_id text primary key,
    password_hash text not null,
    email_verified_at timestamptz,
    changed_at timestamptz not null
  )`,
  `create table oidc_records (
    kind text not null,
    id text not null,
    account_id text,
    grant_id text,
    uid text,
    user_code text,
    payload jsonb not null,
    expires_at timestamptz,
    consumed_at timestamptz,
    primary key (kind, id)
  )`,
  `create index oidc_records_by_grant on oidc_records (grant_id) where grant_id is not null`,
  `create index oidc_records_by_uid on oidc_records (uid) where uid is not null`,
  `create index oidc_records_by_account on oidc_records (account_id) where account_id is not null`,
  `create index oidc_records_by_expiry on oidc_records (expires_at)`,
  `create table mail_tokens (
    account_id text not null,
    token_hash text not null,
    purpose text not null,
    payload jsonb,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (account_id, token_hash)
  )`,
  `create index mail_tokens_by_hash on mail_tokens (token_hash)`,
  `create table rate_counts (
    key text not null,
    window_start timestamptz not null,
    count integer not null,
    primary key (key, window_start)
  )`,
  `create table photos (
    account_id text not null,
    photo_id uuid not null,
    upload_id text not null,
    sha256 text not null,
    crc32 bigint not null,
    size bigint not null,
    content_type text not null,
    file_name text not null,
    taken_at timestamp,
    taken_offset integer,
    taken_sort timestamp not null,
    taken_unknown boolean not null,
    taken_month integer not null,
    created_month integer not null,
    created_at timestamptz not null,
    state text not null check (state in ('processing', 'ready', 'failed')),
    width integer not null,
    height integer not null,
    placeholder text,
    variants jsonb not null default '[]',
    camera jsonb,
    deleted_at timestamptz,
    erased_at timestamptz,
    primary key (account_id, photo_id)
  )`,
  // One photo with the same bytes per account; a row that is being erased does not count.
  `create unique index photos_by_hash on photos (account_id, sha256) where erased_at is null`,
  `create index photos_by_taken on photos (account_id, taken_unknown, taken_sort, photo_id) where deleted_at is null`,
  `create index photos_by_created on photos (account_id, created_at, photo_id) where deleted_at is null`,
  `create index photos_in_bin on photos (account_id, deleted_at, photo_id) where deleted_at is not null`,
  `create index photos_to_erase on photos (deleted_at) where deleted_at is not null`,
  `create index photos_processing on photos (created_at) where state = 'processing'`,
  `create index photos_being_erased on photos (erased_at) where erased_at is not null`,
  `create table month_counts (
    account_id text not null,
    group_by text not null,
    month integer not null,
    photos integer not null check (photos >= 0),
    primary key (account_id, group_by, month)
  )`,
  `create table uploads (
    account_id text not null,
    upload_id text not null,
    photo_id uuid not null,
    file_name text not null,
    declared_type text,
    declared_sha256 text,
    size bigint not null,
    state text not null,
    reason text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    finished_at timestamptz,
    primary key (account_id, upload_id)
  )`,
  `create index uploads_by_photo on uploads (account_id, photo_id)`,
  `create index uploads_by_expiry on uploads (expires_at)`,
  `create table downloads (
    account_id text not null,
    download_id uuid not null,
    name text,
    state text not null check (state in ('requested', 'in-progress', 'ready', 'failed')),
    photos jsonb not null,
    manifest jsonb,
    size bigint,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (account_id, download_id)
  )`,
  `create unique index downloads_by_id on downloads (download_id)`,
  `create index downloads_by_expiry on downloads (expires_at)`,
]
