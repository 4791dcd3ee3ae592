import type { FastifyInstance } from 'fastify'
import { deleteCustomer, putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import type { BusinessCustomer, Shop } from './context.ts'
import { answerCall } from './keepsake-calls/answer-call.ts'

/** Mounts Keepsake's calls about customers. */
export function mountCustomers(app: FastifyInstance, shop: Shop): void {
  // Deletes drafts, projects, complaints and business details; orders stay, as the law requires of a shop, and are not sent any
  // more.
  answerCall(app, shop, deleteCustomer, async ({ params: { accountId } }) => {
    shop.drafts.removeAll(draft => draft.accountId === accountId)
    shop.projects.removeAll(({ state }) => state.accountId === accountId)
    shop.businessCustomers.remove(accountId)
    shop.complaints.removeAll(({ sent }) => sent.accountId === accountId)
    for (const [code, { state }] of shop.orders.list())
      if (state.accountId === accountId)
        shop.orders.change(code, before =>
          before.isCustomerErased ? before : { ...before, isCustomerErased: true },
        )
  })

  answerCall(app, shop, putBusinessCustomer, async ({ params, body }) => {
    shop.businessCustomers.upsert(params.accountId, before =>
      before && before.details.version >= body.version ? before : { ...before, details: body },
    )
  })
}

type Status = NonNullable<BusinessCustomer['decision']>['status']

/** Decides the status of a business customer and sends it to Keepsake; one without an answer is sent again. */
export async function decideStatus(
  { businessCustomers, push }: Shop,
  accountId: string,
  status: Status,
): Promise<'done' | 'not-possible' | 'failed'> {
  const decided = businessCustomers.change(accountId, before => {
    const { version = 0, status: current } = before.decision ?? {}
    return current === status ? before : { ...before, decision: { version: version + 1, status } }
  })
  if (!decided?.decision) return 'not-possible'
  await push.sendSoon('customer', accountId)
  const { acknowledged } = push.getState(`customer ${accountId}`)
  return acknowledged === decided.decision.version ? 'done' : 'failed'
}
