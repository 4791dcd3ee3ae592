import type { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import type { putCustomerStatus } from '#contract/retailer-customers.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { notFound } from '#server/http/failure.ts'
import { isNewer } from '#server/http/versioned.ts'
import { customerStatusChanged } from '../events.ts'
import { mailStatus } from '../job-kinds.ts'
import { type Customer, lockCustomer } from '../store/customers.ts'
import { setBusinessStatus, setRetailerStatus } from './store.ts'

type Sent = z.output<typeof putCustomerStatus.body>

/**
 * Stores a version of the status of a business customer as the retailer sends it; answers whether it did. Throws not-found
 * for an unknown or erased account and for a consumer, conflict for the same version with another status.
 */
export function storeStatus(
  ctx: Context,
  accountId: string,
  { version, status }: Sent,
): Promise<Answer<typeof putCustomerStatus>> {
  return change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    // Like orders: a closed account may be reopened, and a status is sent once.
    if (!customer?.business || customer.erasing_at) throw notFound('Business customer')
    const { retailer_status, retailer_status_version } = customer
    const stored =
      retailer_status_version === null
        ? undefined
        : { version: retailer_status_version, body: { status: retailer_status } }
    if (!isNewer({ version, body: { status } }, stored)) return { version: stored!.version, stored: false }
    await setRetailerStatus(tx, accountId, { version, status })
    await changeStatus(ctx, tx, customer, status)
    return { version, stored: true }
  })
}

/** Changes the status of a locked business customer, who gets a mail; nothing when it is the present one. */
export async function changeStatus(
  ctx: Context,
  tx: Tx,
  { account_id: accountId, business_status }: Customer,
  status: Sent['status'],
): Promise<void> {
  if (business_status === status) return
  await setBusinessStatus(tx, accountId, status)
  await ctx.jobs.send(tx, mailStatus, [{ accountId, status }])
  await ctx.events.emit(tx, customerStatusChanged, { accountId })
}
