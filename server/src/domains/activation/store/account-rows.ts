import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

export const accountRows = (accountId: string): AccountRows => ({
  activations: sql`from activations where account_id = ${accountId}`,
})
