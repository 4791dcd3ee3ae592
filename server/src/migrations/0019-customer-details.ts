import { type Kysely, sql } from 'kysely'

/** Personal details and preferences of customers, and the callback address of a business. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table customers add column salutation text, add column date_of_birth text, add column phone_number text,
        add column payment_method text, add column callback_url text, add column callback_format text`,
    )
    .execute(db)
}
