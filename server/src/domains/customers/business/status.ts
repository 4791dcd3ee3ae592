import type { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import type { putCustomerStatus } from '#contract/retailer-customers.ts'
import type { Context, Tx } from '#server/context.ts'
import { notFound } from '#server/http/failure.ts'
import type { Submission } from '#server/http/submission.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { mailStatusJob } from '../job-kinds.ts'
import { receiveAccountVersion } from '../receive-account-version.ts'
import type { Customer } from '../store/customers.ts'
import { setStatusFromRetailer } from './store.ts'

type StatusInput = z.output<typeof putCustomerStatus.body>

/**
 * Stores a version of the status of a business customer as the retailer sends it. Throws not-found for an unknown or
 * erased account and for a consumer, conflict for the same version with another status.
 */
export async function storeStatus(
  ctx: Context,
  accountId: string,
  { version, status }: StatusInput,
  submission?: Submission,
): Promise<Answer<typeof putCustomerStatus>> {
  const incoming = { accountId, version, content: status, submission }
  const { receipt } = await receiveAccountVersion(ctx, incoming, customer => {
    if (!customer.business) throw notFound('Business customer')
    const { retailer_status_version: storedVersion } = customer
    return {
      read: async () => (storedVersion === null ? undefined : { ...customer, version: storedVersion }),
      getContent: () => customer.retailer_status,
      write: async tx => {
        await setStatusFromRetailer(tx, accountId, { version, status })
        return true
      },
      publish: tx => changeStatus(ctx, tx, customer, status),
    }
  })
  return receipt
}

/** Changes the status of a locked business customer, who gets a mail; does nothing if the status is the same. */
export async function changeStatus(
  ctx: Context,
  tx: Tx,
  { account_id: accountId, business_status }: Customer,
  status: StatusInput['status'],
): Promise<void> {
  if (business_status === status) return
  await updateRows(tx.db, 'customers', { account_id: accountId }, { business_status: status })
  await ctx.jobs.send(tx, mailStatusJob, [{ accountId, status }])
  await publishToAccount(ctx, tx, accountId, { type: 'customer-changed' })
}
