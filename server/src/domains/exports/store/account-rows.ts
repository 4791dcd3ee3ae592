import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

export const accountRows = (accountId: string): AccountRows => ({
  // First: it waits for a worker that is writing the chunks.
  exports: sql`from exports where account_id = ${accountId}`,
  export_chunks: sql`from export_chunks where account_id = ${accountId}`,
})
