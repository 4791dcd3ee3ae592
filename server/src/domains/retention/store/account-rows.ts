import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

/** Returns the account's rows as `from` clauses, for counting and erasing. */
export const getAccountRowsSql = (accountId: string): AccountRows => ({
  retention_notices: sql`from retention_notices where account_id = ${accountId}`,
  retention_departures: sql`from retention_departures where account_id = ${accountId}`,
})
