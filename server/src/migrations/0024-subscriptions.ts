import { type Kysely, sql } from 'kysely'

/** Newsletter subscriptions, by brand and address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table subscription_profiles (
    brand_id text not null,
    email text not null,
    state text not null,
    ticket text not null,
    unsubscribe_id uuid not null,
    locale text not null,
    source text not null,
    requested_at timestamptz not null,
    confirmed_at timestamptz,
    withdrawn_at timestamptz,
    primary key (brand_id, email)
  )`,
  `create index subscription_profiles_by_email on subscription_profiles (email)`,
  `create unique index subscription_profiles_by_ticket on subscription_profiles (ticket)`,
  `create unique index subscription_profiles_by_unsubscribe_id on subscription_profiles (unsubscribe_id)`,
]
