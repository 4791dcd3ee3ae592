import type { FastifyInstance } from 'fastify'
import { deleteCustomer, putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import type { Shop } from './context.ts'
import { answerCall } from './keepsake-calls/answer-call.ts'

/** Mounts Keepsake's calls about customers. */
export function mountCustomers(app: FastifyInstance, shop: Shop): void {
  // Deletes drafts, projects, complaints and business details; orders stay, as the law requires of a shop, and are not sent any
  // more.
  answerCall(app, shop, deleteCustomer, async ({ params: { accountId } }) => {
    await shop.drafts.removeAll(draft => draft.accountId === accountId)
    await shop.projects.removeAll(({ state }) => state.accountId === accountId)
    await shop.businessCustomers.change(accountId, () => undefined)
    await shop.complaints.removeOf(accountId)
    for (const { code, state } of await shop.orders.list())
      if (state.accountId === accountId)
        await shop.orders.change(code, before =>
          before.isCustomerErased ? before : { ...before, isCustomerErased: true },
        )
  })

  answerCall(app, shop, putBusinessCustomer, async ({ params, body }) => {
    await shop.businessCustomers.change(params.accountId, before =>
      before && before.details.version >= body.version ? before : { ...before, details: body },
    )
  })
}
