import { type Kysely, sql } from 'kysely'

/** Stored pictures, and the saved projects that contain them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table stored_pictures (
    picture_id text primary key,
    account_id text not null,
    content_type text not null,
    sha256 text not null,
    size integer not null,
    created_at timestamptz not null,
    stored_at timestamptz,
    discarded_at timestamptz
  )`,
  `create index stored_pictures_by_account on stored_pictures (account_id)`,
  `create index stored_pictures_by_age on stored_pictures (created_at)`,
  `create table stored_picture_uses (
    account_id text not null,
    used_by text not null,
    picture_id text not null,
    primary key (account_id, used_by)
  )`,
  `create index stored_picture_uses_by_picture on stored_picture_uses (picture_id)`,
  `create table projects (
    project_id text primary key,
    account_id text not null,
    version integer not null,
    body jsonb,
    changed_at timestamptz not null,
    expires_at timestamptz,
    deleted_at timestamptz,
    expired_at timestamptz,
    erased_at timestamptz,
    told_at timestamptz
  )`,
  `create index projects_by_account on projects (account_id, changed_at desc, project_id)
    where erased_at is null`,
  `create index projects_deleted on projects (deleted_at) where deleted_at is not null and erased_at is null`,
  `create index projects_expiring on projects (expires_at) where expires_at is not null and erased_at is null`,
  `create index projects_erased on projects (erased_at) where erased_at is not null`,
]
