import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

export const accountRows = (accountId: string): AccountRows => ({
  temp_selections: sql`from temp_selections where account_id = ${accountId}`,
})
