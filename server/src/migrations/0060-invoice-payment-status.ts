import { type Kysely, sql } from 'kysely'

/** Whether an invoice is paid, as the retailer sent it last (0163). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoices add column payment_status text`.execute(db)
}
