import { type Kysely, sql } from 'kysely'

/** Address books of the customers; the second index prevents two default addresses of a customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table addresses (
    account_id text not null,
    address_id uuid not null,
    first_name text not null,
    last_name text not null,
    company_name text,
    street text not null,
    street_number text,
    street_number_addition text,
    postal_code text,
    city text not null,
    country_code text not null,
    phone_number text not null,
    is_default boolean not null,
    created_at timestamptz not null,
    primary key (account_id, address_id)
  )`,
  `create unique index addresses_default on addresses (account_id) where is_default`,
]
