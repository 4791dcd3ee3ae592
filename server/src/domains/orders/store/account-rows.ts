import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

export const accountRows = (accountId: string): AccountRows => ({
  orders: sql`from orders where account_id = ${accountId}`,
})
