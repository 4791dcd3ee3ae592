import * as contract from '#contract/retention.ts'
import { notFound } from '../../http/failure.ts'
import { type Domain, route } from '../../http/route.ts'
import { brandById } from '../brands/index.ts'
import { storageStatus } from './storage-status.ts'

/** How long a library is kept. */
export const retention: Domain = {
  name: 'retention',
  routes: [
    route(contract.getStorageStatus, async ({ ctx, caller }) => {
      const customer = await ctx.db
        .selectFrom('customers')
        .select(['brand_id', 'registered_at', 'last_order_at', 'delayed_deletion_at'])
        .where('account_id', '=', caller.accountId)
        .executeTakeFirst()
      if (!customer) throw notFound('Customer')
      const facts = {
        registeredAt: customer.registered_at,
        lastOrderAt: customer.last_order_at,
        delayedDeletionAt: customer.delayed_deletion_at,
        projectCount: 0,
      }
      return storageStatus(facts, ctx.clock.now(), brandById(customer.brand_id).timeZone)
    }),
  ],
}
