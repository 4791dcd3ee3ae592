import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

/** With the links that were sent to the address before it had the account. */
export const accountRows = (accountId: string, email: string | null): AccountRows => ({
  credentials: sql`from credentials where account_id = ${accountId}`,
  oidc_records: sql`from oidc_records where account_id = ${accountId}`,
  mail_tokens: sql`from mail_tokens where account_id = ${accountId} or payload ->> 'email' = ${email}`,
})
