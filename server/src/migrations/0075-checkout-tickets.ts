import { type Kysely, sql } from 'kysely'

/** One-time tickets for the checkout of the shop, by the hash of the ticket (NX-150). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table checkout_tickets (
    ticket_hash text primary key,
    account_id text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    redeemed_at timestamptz
  )`,
  'create index checkout_tickets_by_account on checkout_tickets (account_id, created_at)',
]
