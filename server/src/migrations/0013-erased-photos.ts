import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table erased_photos (
    account_id text not null,
    photo_id uuid not null,
    erased_at timestamptz not null,
    primary key (account_id, photo_id)
  )`,
  `create index erased_photos_by_time on erased_photos (erased_at)`,
]
