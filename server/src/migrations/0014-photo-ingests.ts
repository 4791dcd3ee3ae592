import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const LANES = `('heic', 'heic-import', 'jpeg-png', 'jpeg-png-import')`

const STATEMENTS = [
  `create table photo_ingests (
    account_id text not null,
    photo_id uuid not null,
    lane text not null check (lane in ${LANES}),
    turn integer not null,
    stops integer not null default 0,
    requested_at timestamptz not null,
    primary key (account_id, photo_id)
  )`,
  `create index photo_ingests_by_turn on photo_ingests (account_id, lane, turn)`,
  `create table ingest_lanes (
    lane text primary key check (lane in ${LANES}),
    turn integer not null
  )`,
  `insert into photo_ingests (account_id, photo_id, lane, turn, requested_at)
    select account_id, photo_id, lane, row_number() over (partition by account_id, lane order by created_at), created_at
    from photos, lateral (select case content_type when 'image/heic' then 'heic' else 'jpeg-png' end as lane) lanes
    where state = 'processing' and erased_at is null`,
  // Photos that wait for their ingest are in photo_ingests.
  `drop index photos_processing`,
]
