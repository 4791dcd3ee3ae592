import type { Reader } from '#server/context.ts'
import type { Customer } from './store/customers.ts'
import { type CustomerMatch, listCustomersByEmailOrId } from './store/lookup.ts'

/** Thrown when an operator names an address that has accounts at several vendors. */
export class AmbiguousAddressError extends Error {
  override name = 'AmbiguousAddressError'
}

/**
 * Finds the customer whom an operator names by e-mail address or account id, unless deleted. Throws
 * AmbiguousAddressError when the address has accounts at several vendors.
 */
export async function findCustomerByEmailOrId(db: Reader, name: string): Promise<Customer | undefined> {
  return requireOneVendor(
    name,
    (await listCustomersByEmailOrId(db, name)).filter(customer => !customer.deleted_at),
  )
}

/** Like `findCustomerByEmailOrId`, but prefers an account whose erasure was interrupted. */
export async function findCustomerToErase(db: Reader, name: string): Promise<Customer | undefined> {
  return requireOneVendor(name, await listCustomersByEmailOrId(db, name))
}

function requireOneVendor(name: string, customers: readonly Customer[]): Customer | undefined {
  if (new Set(customers.map(({ vendor }) => vendor)).size > 1)
    throw new AmbiguousAddressError(describeAmbiguity(name, customers))
  return customers[0]
}

/** Returns the message that lists the accounts of an address, so that the operator can choose one by its id. */
export function describeAmbiguity(name: string, accounts: readonly CustomerMatch[]): string {
  const accountTexts = accounts.map(({ account_id, brand_id }) => `${account_id} (${brand_id})`)
  return `${name} has an account at several vendors, use its id: ${accountTexts.join(', ')}`
}
