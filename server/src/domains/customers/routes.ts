import { createCheckoutTicket, redeemCheckoutTicket } from '#contract/checkout-tickets.ts'
import {
  type Customer as CustomerAnswer,
  type CustomerPatch,
  customerPatch,
  customerRecord,
  getCustomer,
  patchCustomer,
  putCustomer,
} from '#contract/customers.ts'
import type { Context } from '#server/context.ts'
import { type Call, type Caller, route } from '#server/http/route.ts'
import { requireRecentSignIn } from '#server/http/step-up.ts'
import { getActiveCustomer } from './active-customer.ts'
import { addressRoutes } from './addresses/routes.ts'
import { listAddresses } from './addresses/store.ts'
import { businessRoutes } from './business/routes.ts'
import { createTicket, redeemTicket } from './checkout-tickets/checkout-tickets.ts'
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
    async call => changeRecord(call, call.body),
    async call => customerRecord(await getRecordRules(call)),
  ),
  route(
    patchCustomer,
    async call => changeRecord(call, call.body),
    async call => customerPatch(await getRecordRules(call)),
  ),
  route(createCheckoutTicket, ({ ctx, caller }) => createTicket(ctx, caller.accountId)),
  route(redeemCheckoutTicket, ({ ctx, params, request }) =>
    redeemTicket(ctx, params.ticket, request.service!),
  ),
  ...addressRoutes,
  ...businessRoutes,
]

/** Returns the caller as sent to clients. Throws not-found once the account is deleted. */
export async function getCustomerOfCaller(ctx: Context, caller: Caller): Promise<CustomerAnswer> {
  return present(ctx, caller, await getActiveCustomer(ctx.db, caller.accountId))
}

/** Changes the caller's record and returns it. */
async function changeRecord(
  call: Pick<Call<typeof patchCustomer>, 'ctx' | 'caller' | 'request' | 'reply'>,
  parts: CustomerPatch,
): Promise<CustomerAnswer> {
  const { ctx, caller, request } = call
  const customer = await changeDetails(ctx, caller, parts, {
    request,
    requireRecentSignIn: () => requireRecentSignIn(call),
  })
  return present(ctx, caller, customer)
}

const present = async (ctx: Context, caller: Caller, customer: Customer) =>
  presentCustomer(customer, await listAddresses(ctx.db, caller.accountId), caller)
