import { type Kysely, sql } from 'kysely'

/** Passkeys of accounts, and what authenticators know an account by (0167). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table passkeys (
    account_id text not null,
    passkey_id text not null,
    credential_id text not null,
    public_key bytea not null,
    algorithm integer not null,
    rp_id text not null,
    name text not null,
    aaguid text not null,
    backed_up boolean not null,
    transports jsonb not null,
    counter bigint not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    primary key (account_id, passkey_id)
  )`,
  'create unique index passkeys_by_credential on passkeys (credential_id)',
  `create table webauthn_handles (
    account_id text primary key,
    handle text not null unique
  )`,
]
