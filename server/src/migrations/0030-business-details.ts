import { type Kysely, sql } from 'kysely'

/** The details of business customers, and the status that the retailer last sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table business_details (
    account_id text primary key,
    company_name text not null,
    registration_number text not null,
    vat_number text not null,
    contact_first_name text not null,
    contact_last_name text not null,
    invoice_email text not null,
    phone_number text not null,
    invoice_address jsonb not null,
    version integer not null,
    change_id uuid not null,
    changed_at timestamptz not null,
    told_at timestamptz
  )`,
  `create index business_details_untold on business_details (changed_at) where told_at is null`,
  `alter table customers add column retailer_status text, add column retailer_status_version integer`,
  // Customers of an external identity provider had none.
  `update customers set business_status = 'Default' where business and business_status is null`,
]
