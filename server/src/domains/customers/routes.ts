import {
  customerParts,
  customerRecord,
  getCustomer,
  patchCustomer,
  putCustomer,
} from '#contract/customers.ts'
import { notFound } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { changeDetails, recordRulesOf } from './details.ts'
import { presentCustomer } from './present.ts'
import { findCustomer } from './store.ts'

export const customerRoutes = [
  route(getCustomer, async ({ ctx, caller, reply }) => {
    const customer = await findCustomer(ctx.db, caller.accountId)
    if (!customer || customer.deleted_at) throw notFound('Customer')
    reply.header('cache-control', 'no-store')
    return presentCustomer(customer, caller.business)
  }),
  route(
    putCustomer,
    async ({ ctx, caller, body }) => presentCustomer(await changeDetails(ctx, caller, body), caller.business),
    async call => customerRecord(await recordRulesOf(call)),
  ),
  route(
    patchCustomer,
    async ({ ctx, caller, body }) => presentCustomer(await changeDetails(ctx, caller, body), caller.business),
    async call => customerParts(await recordRulesOf(call)),
  ),
]
