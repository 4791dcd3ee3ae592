import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table temp_selections (
    account_id text not null,
    selection_id uuid not null,
    request_id uuid,
    request_hash text not null,
    photo_ids uuid[] not null check (cardinality(photo_ids) > 0),
    origin text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (account_id, selection_id)
  )`,
  `create unique index temp_selections_by_id on temp_selections (selection_id)`,
  `create unique index temp_selections_by_request on temp_selections (account_id, request_id)
    where request_id is not null`,
  `create index temp_selections_by_expiry on temp_selections (expires_at)`,
]
