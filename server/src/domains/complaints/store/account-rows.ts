import { sql } from 'kysely'
import type { AccountRows } from '../../../platform/db/account-rows.ts'

/** Returns the account's rows as `from` clauses, for counting and erasing. */
export const getAccountRowsSql = (accountId: string): AccountRows => ({
  complaint_attachments: sql`from complaint_attachments where account_id = ${accountId}`,
  complaint_messages: sql`from complaint_messages where account_id = ${accountId}`,
  complaint_products: sql`from complaint_products where account_id = ${accountId}`,
  complaints: sql`from complaints where account_id = ${accountId}`,
})
