import { type Selectable, type SqlBool, sql } from 'kysely'
import { normalizeEmail } from '#contract/input/email-address.ts'
import type { Reader, Tx } from '#server/context.ts'
import { lockAcrossNodes } from '#server/platform/db/lock-across-nodes.ts'
import { executeForAccounts } from '#server/platform/db/other-nodes.ts'
import { lockRows } from '../../../platform/db/rows.ts'
import { findAccountIdByEmail } from '../directory/store.ts'
import type { CustomersTable } from '../tables.ts'

export type Customer = Selectable<CustomersTable>

/** Query fragment: the customer's row, deleted or not. */
export const selectCustomer = (db: Reader, accountId: string) =>
  db.selectFrom('customers').where('customers.account_id', '=', accountId)

/** Query fragment: all customers that are not deleted; for joins by account with other distributed tables. */
export const selectActiveCustomers = (db: Reader) =>
  db.selectFrom('customers').where('customers.deleted_at', 'is', null)

/** Finds the customer, deleted or not. */
export function findCustomer(db: Reader, accountId: string): Promise<Customer | undefined> {
  return selectCustomer(db, accountId).selectAll().executeTakeFirst()
}

/** Finds the customer, unless deleted. */
export function findActiveCustomer(db: Reader, accountId: string): Promise<Customer | undefined> {
  return selectActiveCustomers(db).selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Finds the vendor's customer with this e-mail address, unless deleted. */
export async function findCustomerByEmail(
  db: Reader,
  { vendor, email }: { vendor: string; email: string },
): Promise<Customer | undefined> {
  const accountId = await findAccountIdByEmail(db, { vendor, email: normalizeEmail(email) })
  return accountId === undefined ? undefined : findActiveCustomer(db, accountId)
}

/** Finds customers that are not deleted, by account id. */
export async function findCustomersById(
  db: Reader,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Customer>> {
  const rows = await selectActiveCustomers(db)
    .selectAll()
    .where(sql<SqlBool>`account_id = any(${accountIds}::text[])`)
    .execute()
  return new Map(rows.map(row => [row.account_id, row]))
}

/** Locks the customer's row against orders and the end of the retention period until the transaction ends. */
export async function lockCustomer(tx: Tx, accountId: string): Promise<Customer | undefined> {
  return (await lockCustomers(tx, [accountId]))[0]
}

/** Locks the rows of these customers in the same way, in the order of their ids. */
export function lockCustomers(tx: Tx, accountIds: readonly string[]): Promise<Customer[]> {
  return executeForAccounts(tx.db, accountIds, async ids => {
    for (const id of ids) await lockAcrossNodes(tx.db, `customer ${id}`)
    return lockRows(tx, 'customers', { account_id: ids }, 'account_id')
  })
}
