/** Archives and exports. */
export const DOWNLOADS = `
create table downloads (
  account_id text not null,
  download_id uuid not null,
  name text,
  state text not null check (state in ('requested', 'in-progress', 'ready', 'failed')),
  photos jsonb not null,
  manifest jsonb,
  size bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  album_id uuid,
  primary key (account_id, download_id)
);
create unique index downloads_by_id on downloads (download_id);
create index downloads_by_expiry on downloads (expires_at);

create table exports (
  account_id text not null,
  backup_id text not null,
  state text not null check (state in ('requested', 'in-progress', 'ready', 'failed')),
  channel text not null,
  photos integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  mailed_at timestamptz,
  primary key (account_id, backup_id),
  check (state <> 'ready' or expires_at is not null)
);
create unique index exports_running on exports (account_id) where state in ('requested', 'in-progress');
create index exports_by_update on exports (updated_at);

create table export_chunks (
  account_id text not null,
  backup_id text not null,
  iteration integer not null,
  size bigint not null,
  photos integer not null,
  from_month text,
  to_month text,
  json_size integer not null,
  json_crc32 bigint not null,
  csv_size integer not null,
  csv_crc32 bigint not null,
  last boolean not null,
  entries json not null,
  unreadable jsonb,
  extra_files jsonb,
  primary key (account_id, backup_id, iteration)
);
`
