import { type Kysely, sql } from 'kysely'

/** Groups of similar shots and of copies, and what customers decided about them (0187). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
      create table photo_groupings (
        account_id text not null primary key,
        grouped_at timestamptz
      );
      create table photo_groups (
        account_id text not null,
        group_id uuid not null,
        kind text not null,
        state text not null,
        version integer not null,
        photos integer not null,
        taken_sort timestamp not null,
        primary key (account_id, group_id)
      );
      create index photo_groups_by_taken on photo_groups (account_id, kind, taken_sort, group_id) where state = 'open';
      create table photo_group_members (
        account_id text not null,
        kind text not null,
        photo_id uuid not null,
        group_id uuid not null,
        rank integer not null,
        score real not null,
        reason text not null,
        turn smallint not null,
        primary key (account_id, kind, photo_id)
      );
      create index photo_group_members_by_group on photo_group_members (account_id, group_id);
      create table photo_distinctions (
        account_id text not null,
        photo_a uuid not null,
        photo_b uuid not null,
        primary key (account_id, photo_a, photo_b)
      );
      create table photo_group_decisions (
        account_id text not null,
        decision_id uuid not null,
        kind text not null,
        group_id uuid not null,
        run_id uuid,
        version integer not null,
        members jsonb not null,
        binned uuid[] not null,
        albums jsonb,
        date jsonb,
        decided_at timestamptz not null,
        undone_at timestamptz,
        primary key (account_id, decision_id)
      );
      create index photo_group_decisions_by_time on photo_group_decisions (account_id, decided_at);
      create table photo_group_runs (
        account_id text not null,
        run_id uuid not null,
        kind text not null,
        groups jsonb not null,
        done integer not null default 0,
        requested_at timestamptz not null,
        primary key (account_id, run_id)
      )`)
    .execute(db)
}
