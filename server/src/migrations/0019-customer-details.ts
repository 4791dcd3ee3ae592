import { type Kysely, sql } from 'kysely'

/** Personal details and preferences of customers, and where a business wants to be called back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table customers add column salutation text, add column date_of_birth text, add column phone_number text,
        add column payment_method text, add column callback_url text, add column callback_format text`,
    )
    .execute(db)
}
