import type { Context, Tx } from '#server/context.ts'
import { notFound } from '#server/http/failure.ts'
import type { ServiceCaller } from '#server/http/route.ts'
import { mayAccessVendor } from '#server/http/service-access.ts'
import type { Submission } from '#server/http/submission.ts'
import {
  type IncomingVersion,
  receiveVersion,
  type VersionedFeed,
  type VersionResult,
} from '../services/index.ts'
import { type Customer, lockCustomer } from './store/customers.ts'

/** The account of a state, and who sent it. */
export interface AccountSubmission {
  accountId: string
  submission?: Submission | undefined
}

/**
 * Stores a version of a state of an account in a transaction that locks the customer; see `receiveVersion`. Throws
 * not-found for an unknown or erased account. `buildFeed` may throw for content that does not fit the customer.
 */
export async function receiveAccountVersion<Row extends { version: number; account_id: string }, Written>(
  ctx: Context,
  { accountId, ...incoming }: IncomingVersion & AccountSubmission,
  buildFeed: (customer: Customer) => VersionedFeed<Row, Written>,
): Promise<VersionResult<Row, Written> & { customer: Customer }> {
  const findOwner = async (tx: Tx) => {
    const customer = await lockRecipient(tx, { accountId, service: incoming.submission?.service })
    return { accountId, vendors: [customer.vendor], customer }
  }
  const result = await receiveVersion(ctx, { ...incoming, findOwner }, ({ customer }) => ({
    isOwn: (row: Row) => row.account_id === accountId,
    ...buildFeed(customer),
  }))
  return { ...result, customer: result.owner.customer }
}

/**
 * Locks the customer of a state that the retailer sends; not-found for an unknown or erased account, and for one of a vendor
 * that is not the service's. A closed account still receives its states, because it can be reopened and each version is
 * sent only once.
 */
export async function lockRecipient(
  tx: Tx,
  { accountId, service }: { accountId: string; service: ServiceCaller | undefined },
): Promise<Customer> {
  const customer = await lockCustomer(tx, accountId)
  if (!customer || customer.erasing_at || !mayAccessVendor(service, customer.vendor))
    throw notFound('Customer')
  return customer
}
