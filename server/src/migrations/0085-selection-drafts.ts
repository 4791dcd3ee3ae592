import { type Kysely, sql } from 'kysely'

/** Suggested selections that customers adjust; kept for 30 days (0188). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table selection_drafts (
      account_id text not null,
      draft_id uuid not null,
      version int not null,
      source jsonb,
      wanted int not null,
      leave_out text[] not null,
      seed int not null,
      photos int not null,
      left_out jsonb not null,
      looked jsonb not null,
      body jsonb not null,
      history jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (account_id, draft_id)
    )`)
    .execute(db)
  await sql.raw('create index selection_drafts_by_update on selection_drafts (updated_at)').execute(db)
}
