import { sql } from 'kysely'
import type { AccountRows } from '#server/platform/db/account-rows.ts'
import { selectAddressRows } from '../addresses/store.ts'
import { getBusinessRowsSql } from '../business/store.ts'
import { selectTicketRows } from '../checkout-tickets/store.ts'
import { selectDirectoryRows } from '../directory/store.ts'

/** Returns the account's rows as `from` clauses, for counting and erasing. */
export const getAccountRowsSql = (accountId: string): AccountRows => ({
  ...selectAddressRows(accountId),
  ...getBusinessRowsSql(accountId),
  ...selectDirectoryRows(accountId),
  ...selectTicketRows(accountId),
  customers: sql`from customers where account_id = ${accountId}`,
})
