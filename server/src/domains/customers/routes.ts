import {
  type Customer as CustomerAnswer,
  customerPatch,
  customerRecord,
  getCustomer,
  patchCustomer,
  putCustomer,
} from '#contract/customers.ts'
import type { Context } from '#server/context.ts'
import { type Caller, route } from '#server/http/route.ts'
import { getActiveCustomer } from './active-customer.ts'
import { addressRoutes } from './addresses/routes.ts'
import { listAddresses } from './addresses/store.ts'
import { businessRoutes } from './business/routes.ts'
import { changeDetails, getRecordRules } from './details.ts'
import { presentCustomer } from './present.ts'
import type { Customer } from './store/customers.ts'

export const customerRoutes = [
  route(getCustomer, async ({ ctx, caller, reply }) => {
    const customer = await getCustomerOfCaller(ctx, caller)
    reply.header('cache-control', 'no-store')
    return customer
  }),
  route(
    putCustomer,
    async ({ ctx, caller, body, request }) =>
      present(ctx, caller, await changeDetails(ctx, caller, body, request)),
    async call => customerRecord(await getRecordRules(call)),
  ),
  route(
    patchCustomer,
    async ({ ctx, caller, body, request }) =>
      present(ctx, caller, await changeDetails(ctx, caller, body, request)),
    async call => customerPatch(await getRecordRules(call)),
  ),
  ...addressRoutes,
  ...businessRoutes,
]

/** Returns the caller as sent to clients. Throws not-found once the account is deleted. */
export async function getCustomerOfCaller(ctx: Context, caller: Caller): Promise<CustomerAnswer> {
  return present(ctx, caller, await getActiveCustomer(ctx.db, caller.accountId))
}

const present = async (ctx: Context, caller: Caller, customer: Customer) =>
  presentCustomer(customer, await listAddresses(ctx.db, caller.accountId), caller)
