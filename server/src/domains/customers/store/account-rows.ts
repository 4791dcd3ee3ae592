import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'
import { addressRows } from '../addresses/store.ts'
import { businessRows } from '../business/store.ts'
import { directoryRows } from '../directory/store.ts'

/** The account's rows, to count and to erase. */
export const accountRows = (accountId: string): AccountRows => ({
  ...addressRows(accountId),
  ...businessRows(accountId),
  ...directoryRows(accountId),
  customers: sql`from customers where account_id = ${accountId}`,
})
