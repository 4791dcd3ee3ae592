import { sql } from 'kysely'
import { type AccountRows, selectAccountRows } from '#server/platform/db/account-rows.ts'
import { identityTables } from '../tables.ts'

/**
 * Selects the account's rows, including links that its vendor's brands mailed to the address before the account was
 * created.
 */
export const getAccountRowsSql = (
  accountId: string,
  email: string | null,
  brandIds: readonly string[],
): AccountRows => ({
  ...selectAccountRows(identityTables, accountId),
  mail_tokens: sql`from mail_tokens where account_id = ${accountId}
    or (payload ->> 'email' = ${email} and payload ->> 'brandId' = any(${brandIds}::text[]))`,
})
