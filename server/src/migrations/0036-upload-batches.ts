import { type Kysely, sql } from 'kysely'

/** Upload batches: the files that were added together, and the results of those whose bytes were not sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table uploads add column batch_id uuid, add column file_id uuid`,
  // The files of a phone are a batch of their own.
  `update uploads set batch_id = session_id where session_id is not null`,
  `create index uploads_by_batch on uploads (account_id, batch_id) where batch_id is not null`,
  `create table upload_batch_files (
    account_id text not null,
    batch_id uuid not null,
    file_id uuid not null,
    file_name text not null,
    size bigint not null,
    state text not null,
    reason text,
    photo_id uuid,
    created_at timestamptz not null,
    primary key (account_id, batch_id, file_id)
  )`,
  `create index upload_batch_files_by_age on upload_batch_files (created_at)`,
]
