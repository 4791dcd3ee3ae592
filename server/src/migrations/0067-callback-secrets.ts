import { type Kysely, sql } from 'kysely'

/** Each secret of callbacks with its own end, beside the columns of `callbacks`; and when the address was changed (0170). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table callback_secrets (
    account_id text not null,
    secret_id text not null,
    encrypted text not null,
    hint text not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    shown boolean not null,
    primary key (account_id, secret_id)
  )`,
  'alter table callbacks add column address_changed_at timestamptz',
]
