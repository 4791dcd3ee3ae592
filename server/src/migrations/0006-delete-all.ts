import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table photos add column turn integer not null default 0`,
  `create table library_moves (
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
  )`,
  `create index library_moves_running on library_moves (stepped_at) where state = 'running'`,
]
