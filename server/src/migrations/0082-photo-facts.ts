import { type Kysely, sql } from 'kysely'

/**
 * What search, grouping and suggestions read of a photo (0185). Photos from before have no row until the job
 * `photos.backfill-facts` has inserted it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
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
        primary key (account_id, photo_id)
      ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
        autovacuum_analyze_scale_factor = 0.02);
      create index facts_by_taken on photo_facts (account_id, taken_unknown, taken_sort, photo_id) where in_library;
      create index facts_by_place on photo_facts (account_id, place_id, taken_sort)
        where in_library and place_id is not null;
      create index facts_by_created on photo_facts (account_id, created_at, photo_id) where in_library;
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
        account_id text not null primary key,
        facts_version smallint not null,
        passed uuid,
        photos integer not null,
        total integer not null,
        done boolean not null,
        stepped_at timestamptz not null
      )`)
    .execute(db)
  if (await canSearchNames(db))
    await sql
      .raw(`
        create extension if not exists btree_gin;
        create extension if not exists pg_trgm;
        create index facts_by_name on photo_facts using gin (account_id, name_norm gin_trgm_ops)`)
      .execute(db)
}

/** Whether the extensions of the index of names are there or may be created; without it, names are found by scans. */
async function canSearchNames(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from pg_available_extension_versions
    where name in ('btree_gin', 'pg_trgm') and (installed or (
      has_database_privilege(current_database(), 'create')
      and (trusted or not superuser or (select rolsuper from pg_roles where rolname = current_user))))`.execute(
    db,
  )
  return rows.length === 2
}
