import { type Kysely, sql } from 'kysely'

/**
 * Versions of callbacks: of an endpoint, with the types that it gets, and of an event with its fields. Null is version 1. An
 * event of a later version is due by a column of its own, because processes of the release before would send it as version 1.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table callbacks add column version text, add column events jsonb',
  `alter table callback_events add column version text, add column data jsonb,
    add column due_at timestamptz`,
]
