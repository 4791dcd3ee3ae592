create table albums (
  account_id text not null, album_id uuid not null, primary key (account_id, album_id),
  name text not null, name_sort text collate "C" not null,
  shared boolean not null default false,
  photos integer not null default 0 check (photos >= 0),
  size bigint not null default 0 check (size >= 0),
  cover_photo_id uuid, chosen_cover_id uuid, next_position integer not null default 1,
  created_at timestamptz not null, updated_at timestamptz not null, deleted_at timestamptz
);
create index albums_deleted on albums (deleted_at) where deleted_at is not null;
create index albums_by_created on albums (account_id, created_at, album_id);
create index albums_by_updated on albums (account_id, updated_at, album_id);
create index albums_by_name on albums (account_id, name_sort, album_id);
create index albums_shared_by_owner on albums (account_id) where shared;

create table album_photos (
  account_id text not null, album_id uuid not null, photo_id uuid not null,
  primary key (account_id, album_id, photo_id),
  owner_id text not null, position integer not null, added_at timestamptz not null,
  taken_sort timestamp not null, taken_unknown boolean not null, size bigint not null,
  in_bin boolean not null default false
);
create unique index album_photos_by_position on album_photos (account_id, album_id, position) where not in_bin;
create index album_photos_by_taken on album_photos (account_id, album_id, taken_unknown, taken_sort, position)
  where not in_bin;
create index album_photos_by_photo on album_photos (owner_id, photo_id);

create table album_counts (
  account_id text primary key,
  albums integer not null check (albums >= 0)
) with (fillfactor = 80);

-- The directory of shared albums (0112).
create table shared_album_owners (album_id uuid primary key, account_id text not null);
create index shared_album_owners_by_account on shared_album_owners (account_id);

create table shared_album_members (
  account_id text not null, album_id uuid not null, member_id text not null,
  primary key (account_id, album_id, member_id),
  joined_at timestamptz not null, left_at timestamptz
);
create index shared_album_members_by_member on shared_album_members (member_id, album_id)
  where left_at is null;

create table shared_albums_ended (
  account_id text not null,
  album_id uuid primary key,
  ended_at timestamptz not null
);

create table temp_selections (
  account_id text not null, selection_id uuid not null, primary key (account_id, selection_id),
  request_id uuid, request_hash text not null,
  photo_ids uuid[] not null check (cardinality(photo_ids) > 0),
  origin text not null,
  created_at timestamptz not null, expires_at timestamptz not null
);
create unique index temp_selections_by_id on temp_selections (selection_id);
create unique index temp_selections_by_request on temp_selections (account_id, request_id)
  where request_id is not null;
create index temp_selections_by_expiry on temp_selections (expires_at);
