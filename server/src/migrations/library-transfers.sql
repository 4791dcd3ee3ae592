create table uploads (
  account_id text not null, upload_id text not null, primary key (account_id, upload_id),
  photo_id uuid not null, album_id uuid, session_id uuid, batch_id uuid, file_id uuid,
  file_name text not null, declared_type text, declared_sha256 text,
  size bigint not null, purpose text, imported boolean not null default false,
  stated_taken_at text, stated_taken_offset integer, stated_title text, stated_folder text,
  stated_taken_precision text not null default 'second', stated_corrects boolean not null default false,
  stated_modified_at text, stated_time_zone text, stated_place_id integer,
  state text not null, reason text,
  created_at timestamptz not null, expires_at timestamptz not null, finished_at timestamptz,
  lease_token integer not null default 0, lease_expires_at timestamptz
);
create index uploads_by_photo on uploads (account_id, photo_id);
create index uploads_by_session on uploads (account_id, session_id) where session_id is not null;
create index uploads_receiving_by_account on uploads (account_id) include (size) where state = 'receiving';
create index uploads_by_lease on uploads (lease_expires_at, account_id, upload_id)
  where lease_expires_at is not null;
create index uploads_by_expiry on uploads (expires_at, account_id, upload_id) where state = 'receiving';
create index uploads_by_end on uploads (finished_at) where finished_at is not null;
create index uploads_by_batch on uploads (account_id, batch_id) where batch_id is not null;

-- `confirmed_at`: when the owner decided to keep the photos (0153).
create table upload_sessions (
  account_id text not null, session_id uuid not null, primary key (account_id, session_id),
  album_id uuid,
  files integer not null default 0 check (files >= 0),
  created_at timestamptz not null, expires_at timestamptz not null, opened_at timestamptz,
  confirmed_at timestamptz, revoked_at timestamptz
);
create unique index upload_sessions_by_id on upload_sessions (session_id);
create index upload_sessions_open on upload_sessions (account_id, created_at) where revoked_at is null;
create index upload_sessions_by_expiry on upload_sessions (expires_at);

create table upload_batch_files (
  account_id text not null, batch_id uuid not null, file_id uuid not null,
  primary key (account_id, batch_id, file_id),
  file_name text not null, size bigint not null,
  state text not null, reason text, photo_id uuid,
  created_at timestamptz not null
);
create index upload_batch_files_by_age on upload_batch_files (created_at);

create table downloads (
  account_id text not null, download_id uuid not null, primary key (account_id, download_id),
  album_id uuid, name text,
  state text not null check (state in ('requested', 'in-progress', 'ready', 'failed')),
  photos jsonb not null, done integer not null default 0, manifest jsonb, size bigint,
  created_at timestamptz not null, expires_at timestamptz not null, end_known_at timestamptz
);
create unique index downloads_by_id on downloads (download_id);
create index downloads_by_expiry on downloads (expires_at);

-- At most one runs per account.
create table exports (
  account_id text not null, backup_id text not null, primary key (account_id, backup_id),
  state text not null check (state in ('requested', 'in-progress', 'ready', 'failed')),
  channel text not null, photos integer not null default 0,
  created_at timestamptz not null, updated_at timestamptz not null, expires_at timestamptz,
  mailed_at timestamptz,
  check (state <> 'ready' or expires_at is not null)
);
create unique index exports_running on exports (account_id) where state in ('requested', 'in-progress');
create index exports_by_update on exports (updated_at);

-- `entries` is json: the list is only read as a whole, and its order matters.
create table export_chunks (
  account_id text not null, backup_id text not null, iteration integer not null,
  primary key (account_id, backup_id, iteration),
  size bigint not null, photos integer not null,
  from_month text, to_month text,
  json_size integer not null, json_crc32 bigint not null,
  csv_size integer not null, csv_crc32 bigint not null,
  last boolean not null, entries json not null,
  unreadable jsonb, extra_files jsonb
);

-- The directory of folders in the legacy store (0112).
create table activation_sources (source text primary key, account_id text not null);
create index activation_sources_by_account on activation_sources (account_id);

create table activations (
  account_id text primary key, state text not null, source text,
  photos integer check (photos >= 0), run integer not null default 0,
  planned_run integer not null default 0,
  added integer not null default 0 check (added >= 0),
  already_there integer not null default 0 check (already_there >= 0),
  refused integer not null default 0 check (refused >= 0),
  problem text,
  registered_at timestamptz not null, started_at timestamptz, stepped_at timestamptz,
  ended_at timestamptz
);
create index activations_importing on activations (stepped_at) where state = 'importing';

create table import_files (
  account_id text not null, n integer not null, primary key (account_id, n),
  file text not null, file_name text not null, sha256 text, taken_at text, taken_offset integer,
  taken_precision text not null default 'second',
  state text not null, reason text,
  upload_id uuid, photo_id uuid, run integer not null default 0
);
create index import_files_waiting on import_files (account_id, n) where state = 'waiting';
create index import_files_refused on import_files (account_id, n) where state = 'refused';
create index import_files_by_upload on import_files (account_id, upload_id) where upload_id is not null;

create table import_albums (
  account_id text not null, key text not null, primary key (account_id, key),
  n integer not null, album_id uuid not null, name text not null,
  created_at timestamptz, cover integer, files jsonb not null,
  run integer not null default 0
);
