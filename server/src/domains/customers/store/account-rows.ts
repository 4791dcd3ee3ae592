import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'
import { selectAddressRows } from '../addresses/store.ts'
import { selectBusinessRows } from '../business/store.ts'
import { selectDirectoryRows } from '../directory/store.ts'

/** Selects the account's rows, to count and to erase. */
export const selectAccountRows = (accountId: string): AccountRows => ({
  ...selectAddressRows(accountId),
  ...selectBusinessRows(accountId),
  ...selectDirectoryRows(accountId),
  customers: sql`from customers where account_id = ${accountId}`,
})
