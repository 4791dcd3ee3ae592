import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

/** Returns the account's rows as `from` clauses, for counting and erasing. */
export const getAccountRowsSql = (accountId: string): AccountRows => ({
  uploads: sql`from uploads where account_id = ${accountId}`,
  upload_batch_files: sql`from upload_batch_files where account_id = ${accountId}`,
  upload_sessions: sql`from upload_sessions where account_id = ${accountId}`,
})
