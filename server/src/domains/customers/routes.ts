import { getCustomer } from '#contract/customers.ts'
import { notFound } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { addressRoutes } from './addresses/routes.ts'
import { listAddresses } from './addresses/store.ts'
import { presentCustomer } from './present.ts'
import { findCustomer } from './store.ts'

export const customerRoutes = [
  route(getCustomer, async ({ ctx, caller, reply }) => {
    const customer = await findCustomer(ctx.db, caller.accountId)
    if (!customer || customer.deleted_at) throw notFound('Customer')
    reply.header('cache-control', 'no-store')
    return presentCustomer(customer, await listAddresses(ctx.db, caller.accountId))
  }),
  ...addressRoutes,
]
