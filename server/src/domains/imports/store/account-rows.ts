import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'

export const accountRows = (accountId: string): AccountRows => ({
  import_files: sql`from import_files where account_id = ${accountId}`,
  import_albums: sql`from import_albums where account_id = ${accountId}`,
})
