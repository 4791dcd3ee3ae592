import type { Reader } from '#server/context.ts'
import type { Customer } from './store/customers.ts'
import { listNamedCustomers, type NamedCustomer } from './store/operator-names.ts'

/** An operator named an address that has accounts at several vendors. */
export class AmbiguousAddressError extends Error {
  override name = 'AmbiguousAddressError'
}

/**
 * The customer whom an operator names by e-mail address or account id, unless deleted. Throws AmbiguousAddressError when
 * the address has accounts at several vendors.
 */
export async function findNamedCustomer(db: Reader, name: string): Promise<Customer | undefined> {
  return onlyOne(
    name,
    (await listNamedCustomers(db, name)).filter(each => !each.deleted_at),
  )
}

/** As `findNamedCustomer`, but of one vendor's accounts one whose erasure was interrupted comes first. */
export async function findCustomerToErase(db: Reader, name: string): Promise<Customer | undefined> {
  return onlyOne(name, await listNamedCustomers(db, name))
}

function onlyOne(name: string, found: readonly Customer[]): Customer | undefined {
  if (new Set(found.map(each => each.vendor)).size > 1)
    throw new AmbiguousAddressError(ambiguityOf(name, found))
  return found[0]
}

/** Says which accounts an address has, so that the operator can name one by its id. */
export function ambiguityOf(name: string, accounts: readonly NamedCustomer[]): string {
  const listed = accounts.map(({ account_id, brand_id }) => `${account_id} (${brand_id})`)
  return `${name} has an account at several vendors, use its id: ${listed.join(', ')}`
}
