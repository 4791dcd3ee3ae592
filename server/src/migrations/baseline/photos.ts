import { QUEUE, VISITED_OFTEN } from './storage.ts'

/** Photos, their pictures, facts, dates and places. */
export const PHOTOS = `
create table month_counts (
  account_id text not null,
  group_by text not null,
  month integer not null,
  photos integer not null check (photos >= 0),
  primary key (account_id, group_by, month)
) with (fillfactor = 80, ${VISITED_OFTEN});

create table photo_holds (
  account_id text not null,
  hold_id text not null,
  held_at timestamptz not null,
  ends_at timestamptz,
  primary key (account_id, hold_id)
);

create table library_moves (
  account_id text primary key,
  move_id uuid not null,
  turn integer not null,
  destination text not null,
  undoes uuid,
  only_turn integer,
  photos integer not null check (photos >= 0),
  moved integer not null check (moved >= 0),
  passed uuid,
  state text not null,
  requested_at timestamptz not null,
  stepped_at timestamptz not null
);
create index library_moves_running on library_moves (stepped_at) where state = 'running';

create table blob_store (
  only_row boolean default true primary key check (only_row),
  database_id uuid not null,
  created_at timestamptz not null,
  adopted_at timestamptz,
  adopted_by text,
  mark integer not null default 0
);

create table blob_sweeps (
  sweep_id integer generated always as identity primary key,
  state text not null check (state in ('listing', 'held', 'removing', 'done')),
  started_at timestamptz not null,
  finished_at timestamptz,
  passed text,
  blobs bigint not null default 0,
  due integer not null default 0,
  removed integer not null default 0,
  confirmed_at timestamptz,
  confirmed_by text
);
create unique index blob_sweeps_running on blob_sweeps ((true)) where state in ('listing', 'removing');

create table orphan_blobs (
  account_id text not null,
  blob_key text not null,
  found_at timestamptz not null,
  seen_in integer not null,
  primary key (account_id, blob_key)
);

create table storage_usage (
  account_id text primary key,
  stored_bytes bigint not null
) with (fillfactor = 80, ${VISITED_OFTEN});

create table erased_photos (
  account_id text not null,
  photo_id uuid not null,
  erased_at timestamptz not null,
  primary key (account_id, photo_id)
) with (${VISITED_OFTEN});
create index erased_photos_by_time on erased_photos (erased_at);

create table photo_ingests (
  account_id text not null,
  photo_id uuid not null,
  lane text not null check (lane in ('heic', 'heic-import', 'jpeg-png', 'jpeg-png-import')),
  turn integer not null,
  stops integer not null default 0,
  requested_at timestamptz not null,
  primary key (account_id, photo_id)
) with (${QUEUE});
create index photo_ingests_by_turn on photo_ingests (account_id, lane, turn);
create index photo_ingests_by_lane on photo_ingests (lane, turn, photo_id);

create table ingest_lanes (
  lane text primary key check (lane in ('heic', 'heic-import', 'jpeg-png', 'jpeg-png-import')),
  turn integer not null
);

create table library_versions (
  account_id text primary key,
  version uuid not null
) with (fillfactor = 50, ${VISITED_OFTEN});

create table photo_facts (
  account_id text not null,
  photo_id uuid not null,
  taken_sort timestamp not null,
  taken_unknown boolean not null,
  taken_precision text not null,
  taken_month integer not null,
  created_at timestamptz not null,
  in_library boolean not null,
  camera_id smallint,
  place_id integer,
  country text,
  has_position boolean,
  content_type text not null,
  width integer not null,
  height integer not null,
  name_norm text not null,
  hash bigint,
  colours bytea,
  sharpness real,
  dark real,
  light real,
  kind text,
  facts_version smallint not null default 0,
  place_removed boolean not null default false,
  primary key (account_id, photo_id)
) with (${VISITED_OFTEN});
create index facts_by_taken on photo_facts (account_id, taken_unknown, taken_sort, photo_id) where in_library;
create index facts_by_place on photo_facts (account_id, place_id, taken_sort)
  where in_library and place_id is not null;
create index facts_by_created on photo_facts (account_id, created_at, photo_id) where in_library;
create index facts_of_wide_photos on photo_facts (account_id, taken_month)
  where in_library and height > 0 and (width >= (2 * height));

create table account_cameras (
  account_id text not null,
  camera_id smallint not null,
  make text not null,
  model text not null,
  label text not null,
  primary key (account_id, camera_id),
  unique (account_id, make, model)
);

create table facts_backfills (
  account_id text primary key,
  facts_version smallint not null,
  passed uuid,
  photos integer not null,
  total integer not null,
  done boolean not null,
  stepped_at timestamptz not null
);

create table date_changes (
  account_id text not null,
  change_id uuid not null,
  selection jsonb not null,
  wanted jsonb not null,
  state text not null,
  passed uuid,
  photos integer not null,
  done integer not null,
  skipped integer not null,
  months jsonb not null,
  undone integer not null,
  kept integer not null,
  changed_at timestamptz not null,
  primary key (account_id, change_id)
);
create index date_changes_by_time on date_changes (account_id, changed_at);

create table changed_dates (
  account_id text not null,
  change_id uuid not null,
  photo_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  primary key (account_id, change_id, photo_id)
);

create table place_choices (
  account_id text primary key,
  is_on boolean not null,
  state text not null,
  passed uuid,
  changed_at timestamptz not null
);

create table towns (
  place_id integer primary key,
  name text not null,
  country text not null
);

create table stored_pictures (
  picture_id text primary key,
  account_id text not null,
  content_type text not null,
  sha256 text not null,
  size integer not null,
  created_at timestamptz not null,
  stored_at timestamptz,
  discarded_at timestamptz
);
create index stored_pictures_by_account on stored_pictures (account_id);
create index stored_pictures_by_age on stored_pictures (created_at);

create table stored_picture_uses (
  account_id text not null,
  used_by text not null,
  picture_id text not null,
  primary key (account_id, used_by)
);
create index stored_picture_uses_by_picture on stored_picture_uses (picture_id);
create statistics facts_by_weekday on (extract(isodow from taken_sort)) from photo_facts;
`
