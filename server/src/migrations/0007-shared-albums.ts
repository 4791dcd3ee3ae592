import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create unique index albums_shared on albums (album_id) where shared`,
  `create index albums_shared_by_owner on albums (account_id) where shared`,
  `create table shared_album_members (
    account_id text not null,
    album_id uuid not null,
    member_id text not null,
    joined_at timestamptz not null,
    left_at timestamptz,
    primary key (account_id, album_id, member_id)
  )`,
  `create index shared_album_members_by_member on shared_album_members (member_id, album_id) where left_at is null`,
  `create table shared_albums_ended (
    account_id text not null,
    album_id uuid primary key,
    ended_at timestamptz not null
  )`,
]
