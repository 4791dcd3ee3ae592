import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

/**
 * Selects the account's rows, including links that its vendor's brands mailed to the address before the account was
 * created.
 */
export const getAccountRowsSql = (
  accountId: string,
  email: string | null,
  brandIds: readonly string[],
): AccountRows => ({
  credentials: sql`from credentials where account_id = ${accountId}`,
  oidc_records: sql`from oidc_records where account_id = ${accountId}`,
  devices: sql`from devices where account_id = ${accountId}`,
  security_events: sql`from security_events where account_id = ${accountId}`,
  former_emails: sql`from former_emails where account_id = ${accountId}`,
  passkeys: sql`from passkeys where account_id = ${accountId}`,
  webauthn_handles: sql`from webauthn_handles where account_id = ${accountId}`,
  mail_tokens: sql`from mail_tokens where account_id = ${accountId}
    or (payload ->> 'email' = ${email} and payload ->> 'brandId' = any(${brandIds}::text[]))`,
})
