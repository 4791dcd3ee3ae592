import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table albums (
    account_id text not null,
    album_id uuid not null,
    name text not null,
    name_sort text collate "C" not null,
    shared boolean not null default false,
    photos integer not null default 0 check (photos >= 0),
    size bigint not null default 0 check (size >= 0),
    cover_photo_id uuid,
    chosen_cover_id uuid,
    next_position integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz,
    primary key (account_id, album_id)
  )`,
  `create index albums_deleted on albums (deleted_at) where deleted_at is not null`,
  `create index albums_by_created on albums (account_id, created_at, album_id)`,
  `create index albums_by_updated on albums (account_id, updated_at, album_id)`,
  `create index albums_by_name on albums (account_id, name_sort, album_id)`,
  `create table album_photos (
    account_id text not null,
    album_id uuid not null,
    owner_id text not null,
    photo_id uuid not null,
    position integer not null,
    added_at timestamptz not null,
    taken_sort timestamp not null,
    taken_unknown boolean not null,
    size bigint not null,
    in_bin boolean not null default false,
    primary key (account_id, album_id, photo_id)
  )`,
  `create unique index album_photos_by_position on album_photos (account_id, album_id, position) where not in_bin`,
  `create index album_photos_by_taken on album_photos (account_id, album_id, taken_unknown, taken_sort, position)
    where not in_bin`,
  `create index album_photos_by_photo on album_photos (owner_id, photo_id)`,
  `create table album_counts (
    account_id text primary key,
    albums integer not null check (albums >= 0)
  )`,
  `alter table uploads add column album_id uuid`,
]
