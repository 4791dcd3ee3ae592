import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

export const selectAccountRows = (accountId: string): AccountRows => ({
  retention_notices: sql`from retention_notices where account_id = ${accountId}`,
  retention_departures: sql`from retention_departures where account_id = ${accountId}`,
})
