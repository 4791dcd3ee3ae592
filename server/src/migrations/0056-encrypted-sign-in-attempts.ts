import { type Kysely, sql } from 'kysely'

/**
 * Lets processes share attempts of signing in with those of the previous release for a day. A database without records
 * has no previous release, hence no such day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into oidc_records (kind, id, payload, expires_at)
      select 'PlainSignInAttempts', 'shared', '{}', now() + interval '1 day'
      where exists (select from oidc_records)
    on conflict do nothing`.execute(db)
}
