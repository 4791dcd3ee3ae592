import { normalizeEmail } from '#contract/input/email-address.ts'
import type { Reader } from '#server/context.ts'
import { acrossAccounts } from '#server/platform/db/across-accounts.ts'
import { listAccountIdsByEmailOrId } from '../directory/store.ts'
import { type Customer, selectActiveCustomers } from './customers.ts'

export type CustomerMatch = Pick<Customer, 'account_id' | 'brand_id' | 'vendor'>

/**
 * Finds customers by e-mail address or account id, as given by an operator: an address may have accounts at several
 * vendors. Deleted customers are left out.
 */
export async function findCustomersByEmailOrId(
  db: Reader,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly CustomerMatch[]>> {
  if (names.length === 0) return new Map()
  const normalizedNames = names.map(name => ({ name, key: name.includes('@') ? normalizeEmail(name) : name }))
  const keys = [...new Set(normalizedNames.map(({ key }) => key))]
  const accountIds = await listAccountIdsByEmailOrId(db, keys)
  if (accountIds.length === 0) return new Map()
  const rows = await selectActiveCustomers(db)
    .select(['account_id', 'email', 'brand_id', 'vendor'])
    .where('account_id', 'in', accountIds)
    .execute()
  const rowsByKey = Map.groupBy(
    rows.flatMap(row => [row.email, row.account_id].map(key => ({ key, row }))),
    ({ key }) => key,
  )
  return new Map(
    normalizedNames.flatMap(({ name, key }) => {
      const customers = rowsByKey.get(key)
      return customers ? [[name, customers.map(({ row }) => row)] as const] : []
    }),
  )
}

/**
 * Lists the customers with an e-mail address or account id, deleted ones included and first: their erasure may have been
 * interrupted, and the address may belong to a new account by now.
 */
export function listCustomersByEmailOrId(db: Reader, name: string): Promise<Customer[]> {
  return db
    .selectFrom('customers')
    .selectAll()
    .where(eb => eb.or([eb('account_id', '=', name), eb('email', '=', normalizeEmail(name))]))
    .orderBy('deleted_at', order => order.asc().nullsLast())
    .modifyEnd(
      acrossAccounts('an operator names a deleted account by its address, which the directory no longer has'),
    )
    .execute()
}
