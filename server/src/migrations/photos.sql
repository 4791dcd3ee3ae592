-- `deleted_at`: in the bin; with `expired_at` retention moved it there, not the customer; `erased_at`: being erased.
-- A row has 300 to 450 bytes when it is inserted, and 300 more after its ingest: half of each page stays free.
create table photos (
  account_id text not null, photo_id uuid not null, primary key (account_id, photo_id),
  upload_id text not null, sha256 text not null,
  crc32 bigint not null, size bigint not null,
  content_type text not null, file_name text not null, title text, folder text,
  file_modified_at timestamp, taken_at timestamp, taken_offset integer, taken_sort timestamp not null,
  taken_unknown boolean not null, taken_source text not null default 'file',
  taken_precision text not null default 'second', file_taken jsonb,
  taken_month integer not null, created_month integer not null, created_at timestamptz not null,
  state text not null check (state in ('processing', 'ready', 'failed')),
  turn integer not null default 0, width integer not null, height integer not null,
  placeholder text, variants jsonb not null default '[]', camera jsonb,
  deleted_at timestamptz, expired_at timestamptz, erased_at timestamptz, erase_entry uuid
) with (fillfactor = 50);
-- One photo with the same bytes per account; a row that is being erased does not count.
create unique index photos_by_hash on photos (account_id, sha256) where erased_at is null;
create index photos_by_taken on photos (account_id, taken_unknown, taken_sort, photo_id)
  where deleted_at is null;
create index photos_by_created on photos (account_id, created_at, photo_id) where deleted_at is null;
create index photos_in_bin on photos (account_id, deleted_at, photo_id) where deleted_at is not null;
create index photos_to_erase on photos (deleted_at) where deleted_at is not null;
create index photos_being_erased on photos (erased_at) where erased_at is not null;
create index photos_to_erase_by_entry on photos (account_id, erase_entry) where erase_entry is not null;
create index photos_expired on photos (account_id, photo_id) where expired_at is not null;

-- Renewed by triggers with every statement that changes photos, in its transaction: no writer can forget it.
create table library_versions (
  account_id text primary key,
  version uuid not null
) with (fillfactor = 50);

-- Renewed in the order of the accounts, so that two statements about several accounts never deadlock.
create function renew_library_versions() returns trigger language plpgsql as $$
  begin
    insert into library_versions (account_id, version)
      select account_id, gen_random_uuid()
      from (select distinct account_id from changed_photos order by account_id) accounts
      on conflict (account_id) do update set version = excluded.version;
    return null;
  end
$$;
create trigger photos_after_insert after insert on photos referencing new table as changed_photos
  for each statement execute function renew_library_versions();
create trigger photos_after_update after update on photos referencing new table as changed_photos
  for each statement execute function renew_library_versions();
create trigger photos_after_delete after delete on photos referencing old table as changed_photos
  for each statement execute function renew_library_versions();

create table month_counts (
  account_id text not null, group_by text not null, month integer not null,
  primary key (account_id, group_by, month),
  photos integer not null check (photos >= 0)
) with (fillfactor = 80);

create table storage_usage (
  account_id text primary key,
  stored_bytes bigint not null
) with (fillfactor = 80);

-- Photos that wait for their ingest. A share of the few remaining rows says nothing about the deleted ones:
-- the thresholds of autovacuum are absolute.
create table photo_ingests (
  account_id text not null, photo_id uuid not null, primary key (account_id, photo_id),
  lane text not null check (lane in ('heic', 'heic-import', 'jpeg-png', 'jpeg-png-import')),
  turn integer not null, stops integer not null default 0, requested_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000);
create index photo_ingests_by_turn on photo_ingests (account_id, lane, turn);
-- The waiting photos of a lane in the order of their turns, whatever their account.
create index photo_ingests_by_lane on photo_ingests (lane, turn, photo_id);

create table ingest_lanes (
  lane text primary key check (lane in ('heic', 'heic-import', 'jpeg-png', 'jpeg-png-import')),
  turn integer not null
);

create table photo_holds (
  account_id text not null, hold_id text not null, primary key (account_id, hold_id),
  held_at timestamptz not null, ends_at timestamptz
);

create table library_moves (
  account_id text primary key,
  move_id uuid not null, turn integer not null, destination text not null,
  undoes uuid, only_turn integer,
  photos integer not null check (photos >= 0),
  moved integer not null check (moved >= 0),
  passed uuid, state text not null,
  requested_at timestamptz not null, stepped_at timestamptz not null
);
create index library_moves_running on library_moves (stepped_at) where state = 'running';

create table erased_photos (
  account_id text not null, photo_id uuid not null, primary key (account_id, photo_id),
  erased_at timestamptz not null
);
create index erased_photos_by_time on erased_photos (erased_at);

create table orphan_blobs (
  account_id text not null, blob_key text not null, primary key (account_id, blob_key),
  found_at timestamptz not null, seen_in integer not null
);

-- One row: the id that the label of the blob store must have. A database whose mark is lower than the label's was
-- restored from a backup.
create table blob_store (
  only_row boolean default true primary key check (only_row),
  database_id uuid not null,
  created_at timestamptz not null, adopted_at timestamptz, adopted_by text,
  mark integer not null default 0
);

create table blob_sweeps (
  sweep_id integer generated always as identity primary key,
  state text not null check (state in ('listing', 'held', 'removing', 'done')),
  started_at timestamptz not null, finished_at timestamptz, passed text,
  blobs bigint not null default 0,
  due integer not null default 0, removed integer not null default 0,
  confirmed_at timestamptz, confirmed_by text
);
create unique index blob_sweeps_running on blob_sweeps ((true)) where state in ('listing', 'removing');

-- Changes of dates by customers, and each photo's date before and after.
create table date_changes (
  account_id text not null, change_id uuid not null, primary key (account_id, change_id),
  selection jsonb not null, wanted jsonb not null,
  state text not null, passed uuid,
  photos integer not null, done integer not null, skipped integer not null,
  months jsonb not null, undone integer not null, kept integer not null,
  changed_at timestamptz not null
);
create index date_changes_by_time on date_changes (account_id, changed_at);

create table changed_dates (
  account_id text not null, change_id uuid not null, photo_id uuid not null,
  primary key (account_id, change_id, photo_id),
  before jsonb not null, after jsonb not null
);

-- What search, grouping and suggestions read of a photo (0185).
create table photo_facts (
  account_id text not null, photo_id uuid not null, primary key (account_id, photo_id),
  taken_sort timestamp not null, taken_unknown boolean not null, taken_precision text not null,
  taken_month integer not null, created_at timestamptz not null,
  in_library boolean not null, camera_id smallint,
  place_id integer, place_removed boolean not null default false,
  country text, has_position boolean, content_type text not null,
  width integer not null, height integer not null, name_norm text not null,
  hash bigint, colours bytea, sharpness real, dark real, light real,
  kind text, facts_version smallint not null default 0
);
create index facts_by_taken on photo_facts (account_id, taken_unknown, taken_sort, photo_id) where in_library;
create index facts_by_place on photo_facts (account_id, place_id, taken_sort)
  where in_library and place_id is not null;
create index facts_by_created on photo_facts (account_id, created_at, photo_id) where in_library;
-- Few photos are at least twice as wide as high.
create index facts_of_wide_photos on photo_facts (account_id, taken_month)
  where in_library and height > 0 and width >= 2 * height;
-- Without it the planner expects one photo in 200 on each weekday, and reads a page by the slow way.
create statistics facts_by_weekday on (extract(isodow from taken_sort)) from photo_facts;
-- Where the extensions of the index of names are not there and must not be created, names are found by scans.
do $$
  begin
    if 2 = (
      select count(distinct name) from pg_available_extension_versions
      where name in ('btree_gin', 'pg_trgm') and (installed or (
        has_database_privilege(current_database(), 'create')
        and (trusted or not superuser or (select rolsuper from pg_roles where rolname = current_user))))
    ) then
      create extension if not exists btree_gin;
      create extension if not exists pg_trgm;
      create index facts_by_name on photo_facts using gin (account_id, name_norm gin_trgm_ops);
    end if;
  end
$$;

create table account_cameras (
  account_id text not null, camera_id smallint not null, primary key (account_id, camera_id),
  make text not null, model text not null, label text not null,
  unique (account_id, make, model)
);

create table facts_backfills (
  account_id text primary key,
  facts_version smallint not null, passed uuid,
  photos integer not null, total integer not null, done boolean not null,
  stepped_at timestamptz not null
);

-- Whether a customer turned names of places on (0189).
create table place_choices (
  account_id text primary key,
  is_on boolean not null, state text not null, passed uuid,
  changed_at timestamptz not null
);

create table towns (place_id integer primary key, name text not null, country text not null);

create table photo_groupings (account_id text primary key, grouped_at timestamptz);

-- Groups of similar shots and of copies, and what customers decided about them (0187).
create table photo_groups (
  account_id text not null, group_id uuid not null, primary key (account_id, group_id),
  kind text not null, state text not null,
  version integer not null, photos integer not null, taken_sort timestamp not null
);
create index photo_groups_by_taken on photo_groups (account_id, kind, taken_sort, group_id)
  where state = 'open';

create table photo_group_members (
  account_id text not null, kind text not null, photo_id uuid not null,
  primary key (account_id, kind, photo_id),
  group_id uuid not null,
  rank integer not null, score real not null, reason text not null, turn smallint not null
);
create index photo_group_members_by_group on photo_group_members (account_id, group_id);

create table photo_distinctions (
  account_id text not null, photo_a uuid not null, photo_b uuid not null,
  primary key (account_id, photo_a, photo_b)
);

create table photo_comparisons (
  account_id text not null, photo_a uuid not null, photo_b uuid not null,
  primary key (account_id, photo_a, photo_b),
  difference text not null
);

create table photo_group_decisions (
  account_id text not null, decision_id uuid not null, primary key (account_id, decision_id),
  kind text not null,
  group_id uuid not null, run_id uuid, version integer not null,
  members jsonb not null, binned uuid[] not null,
  albums jsonb, date jsonb,
  decided_at timestamptz not null, undone_at timestamptz
);
create index photo_group_decisions_by_time on photo_group_decisions (account_id, decided_at);

create table photo_group_runs (
  account_id text not null, run_id uuid not null, primary key (account_id, run_id),
  kind text not null, groups jsonb not null, done integer not null default 0,
  requested_at timestamptz not null, is_undone boolean not null default false
);

-- Suggested selections that customers adjust.
create table selection_drafts (
  account_id text not null, draft_id uuid not null, primary key (account_id, draft_id),
  version integer not null, source jsonb, wanted integer not null,
  leave_out text[] not null,
  seed integer not null, photos integer not null,
  left_out jsonb not null, looked jsonb not null, body jsonb not null, history jsonb not null,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index selection_drafts_by_update on selection_drafts (updated_at);
