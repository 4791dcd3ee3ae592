import { VISITED_OFTEN } from './storage.ts'

/** Uploads, and libraries that are imported. */
export const UPLOADS = `
create table uploads (
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
  album_id uuid,
  session_id uuid,
  imported boolean not null default false,
  stated_taken_at text,
  stated_taken_offset integer,
  lease_token integer not null default 0,
  lease_expires_at timestamptz,
  batch_id uuid,
  file_id uuid,
  purpose text,
  stated_title text,
  stated_folder text,
  stated_place_id integer,
  primary key (account_id, upload_id)
) with (${VISITED_OFTEN});
create index uploads_by_photo on uploads (account_id, photo_id);
create index uploads_by_session on uploads (account_id, session_id) where session_id is not null;
create index uploads_receiving_by_account on uploads (account_id) include (size) where state = 'receiving';
create index uploads_by_lease on uploads (lease_expires_at, account_id, upload_id)
  where lease_expires_at is not null;
create index uploads_by_expiry on uploads (expires_at, account_id, upload_id) where state = 'receiving';
create index uploads_by_end on uploads (finished_at) where finished_at is not null;
create index uploads_by_batch on uploads (account_id, batch_id) where batch_id is not null;

create table upload_sessions (
  account_id text not null,
  session_id uuid not null,
  album_id uuid,
  files integer not null default 0 check (files >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  revoked_at timestamptz,
  confirmed_at timestamptz,
  primary key (account_id, session_id)
);
create unique index upload_sessions_by_id on upload_sessions (session_id);
create index upload_sessions_open on upload_sessions (account_id, created_at) where revoked_at is null;
create index upload_sessions_by_expiry on upload_sessions (expires_at);

create table upload_batch_files (
  account_id text not null,
  batch_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  size bigint not null,
  state text not null,
  reason text,
  photo_id uuid,
  created_at timestamptz not null,
  primary key (account_id, batch_id, file_id)
) with (${VISITED_OFTEN});
create index upload_batch_files_by_age on upload_batch_files (created_at);

create table photos (
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
  expired_at timestamptz,
  turn integer not null default 0,
  taken_source text not null default 'file',
  taken_precision text not null default 'second',
  file_taken jsonb,
  title text,
  folder text,
  primary key (account_id, photo_id)
) with (fillfactor = 50, ${VISITED_OFTEN});
create unique index photos_by_hash on photos (account_id, sha256) where erased_at is null;
create index photos_by_taken on photos (account_id, taken_unknown, taken_sort, photo_id)
  where deleted_at is null;
create index photos_by_created on photos (account_id, created_at, photo_id) where deleted_at is null;
create index photos_in_bin on photos (account_id, deleted_at, photo_id) where deleted_at is not null;
create index photos_to_erase on photos (deleted_at) where deleted_at is not null;
create index photos_being_erased on photos (erased_at) where erased_at is not null;
create index photos_expired on photos (account_id, photo_id) where expired_at is not null;

create table activations (
  account_id text primary key,
  state text not null,
  source text,
  photos integer check (photos >= 0),
  run integer not null default 0,
  planned_run integer not null default 0,
  added integer not null default 0 check (added >= 0),
  already_there integer not null default 0 check (already_there >= 0),
  refused integer not null default 0 check (refused >= 0),
  problem text,
  registered_at timestamptz not null,
  started_at timestamptz,
  stepped_at timestamptz,
  ended_at timestamptz
);
create index activations_importing on activations (stepped_at) where state = 'importing';

create table activation_sources (
  source text primary key,
  account_id text not null
);
create index activation_sources_by_account on activation_sources (account_id);

create table import_files (
  account_id text not null,
  n integer not null,
  file text not null,
  file_name text not null,
  sha256 text,
  taken_at text,
  taken_offset integer,
  state text not null,
  reason text,
  upload_id uuid,
  photo_id uuid,
  run integer not null default 0,
  primary key (account_id, n)
);
create index import_files_waiting on import_files (account_id, n) where state = 'waiting';
create index import_files_refused on import_files (account_id, n) where state = 'refused';
create index import_files_by_upload on import_files (account_id, upload_id) where upload_id is not null;

create table import_albums (
  account_id text not null,
  key text not null,
  n integer not null,
  album_id uuid not null,
  name text not null,
  created_at timestamptz,
  cover integer,
  files jsonb not null,
  run integer not null default 0,
  primary key (account_id, key)
);
`
