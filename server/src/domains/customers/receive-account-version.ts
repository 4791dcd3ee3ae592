import { type Context, change, type Tx } from '#server/context.ts'
import { notFound } from '#server/http/failure.ts'
import {
  type IncomingVersion,
  storeVersion,
  type VersionedFeed,
  type VersionResult,
} from '#server/http/versioned.ts'
import { type Customer, lockCustomer } from './store/customers.ts'

/**
 * Stores a version of a state of an account in a transaction that locks the customer; see `storeVersion`. Throws
 * not-found for an unknown or erased account. `buildFeed` may throw for content that does not fit the customer.
 */
export function receiveAccountVersion<Row extends { version: number; account_id: string }, Written>(
  ctx: Context,
  { accountId, ...incoming }: IncomingVersion & { accountId: string },
  buildFeed: (customer: Customer) => VersionedFeed<Row, Written>,
): Promise<VersionResult<Row, Written> & { customer: Customer }> {
  return change(ctx, async tx => {
    const customer = await lockRecipient(tx, accountId)
    const isOwn = (row: Row) => row.account_id === accountId
    return { ...(await storeVersion(tx, incoming, { isOwn, ...buildFeed(customer) })), customer }
  })
}

/**
 * Locks the customer of a state that the retailer sends; not-found for an unknown or erased account. A closed account still
 * receives its states, because it can be reopened and each version is sent only once.
 */
export async function lockRecipient(tx: Tx, accountId: string): Promise<Customer> {
  const customer = await lockCustomer(tx, accountId)
  if (!customer || customer.erasing_at) throw notFound('Customer')
  return customer
}
