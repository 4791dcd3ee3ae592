import { deleteCustomer } from '#contract/retailer-calls/customers.ts'
import type { Context } from '../../context.ts'
import { RetailerError } from '../../platform/retailer/retailer-error.ts'

/** Tells the retailer that the account is being erased; throws, so that the job is repeated, until that is answered. */
export async function tellRetailer(ctx: Context, accountId: string): Promise<void> {
  try {
    await ctx.retailer.call(deleteCustomer, { params: { accountId } })
  } catch (error) {
    const isDone = error instanceof RetailerError && DONE.has(error.kind)
    if (!isDone) throw error
  }
}

/** There is no retailer to tell, or it has nothing of the customer. */
const DONE: ReadonlySet<string> = new Set(['not-configured', 'not-found'])
