import type { Reader, Tx } from '#server/context.ts'
import { notFound, requireFound } from '#server/http/failure.ts'
import { type Customer, findActiveCustomer, lockCustomer } from './store/customers.ts'

/** Returns the customer; throws not-found for an unknown or deleted account. */
export async function getActiveCustomer(db: Reader, accountId: string): Promise<Customer> {
  return requireFound(await findActiveCustomer(db, accountId), 'Customer')
}

/** Locks the customer; throws not-found for an unknown or deleted account. */
export async function lockActiveCustomer(tx: Tx, accountId: string): Promise<Customer> {
  const customer = await lockCustomer(tx, accountId)
  if (!customer || customer.deleted_at) throw notFound('Customer')
  return customer
}
