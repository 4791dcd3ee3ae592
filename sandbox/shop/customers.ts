import type { FastifyInstance } from 'fastify'
import { deleteCustomer, putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import { putCustomerStatus } from '#contract/retailer-customers.ts'
import type { BusinessCustomer } from './business-customer.ts'
import type { Shop } from './context.ts'
import { answerCall } from './keepsake-calls/answer-call.ts'
import { KeepsakeError } from './keepsake-client.ts'

/** Mounts Keepsake's calls about customers. */
export function mountCustomers(app: FastifyInstance, shop: Shop): void {
  // Deletes drafts, projects, complaints and business details; orders stay, as the law requires of a shop, and are not sent any
  // more.
  answerCall(app, shop, deleteCustomer, async ({ params: { accountId } }) => {
    await shop.drafts.removeAll(draft => draft.accountId === accountId)
    await shop.projects.removeAll(({ state }) => state.accountId === accountId)
    await shop.businessCustomers.change(accountId, () => undefined)
    for (const [complaintId, { sent }] of shop.complaints.list())
      if (sent.accountId === accountId) await shop.complaints.change(complaintId, () => undefined)
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

type Status = NonNullable<BusinessCustomer['decision']>['status']

/**
 * Decides the status of a business customer and sends it to Keepsake. The decision is stored first: one that was not
 * acknowledged is sent under the same version when it is made again.
 */
export async function decideStatus(
  { businessCustomers, keepsake, log }: Shop,
  accountId: string,
  status: Status,
): Promise<'done' | 'not-possible' | 'failed'> {
  const decided = await businessCustomers.change(accountId, before => before && withDecision(before, status))
  const decision = decided?.decision
  if (!decision) return 'not-possible'
  if (decision.isAcknowledged) return 'done'
  const { version } = decision
  try {
    await keepsake.call(putCustomerStatus, { params: { accountId }, body: { version, status } })
  } catch (err) {
    if (!(err instanceof KeepsakeError)) throw err
    log.warn({ err, accountId }, 'status was not acknowledged')
    return 'failed'
  }
  await businessCustomers.change(accountId, before =>
    before?.decision?.version === version
      ? { ...before, decision: { ...before.decision, isAcknowledged: true } }
      : before,
  )
  return 'done'
}

function withDecision(before: BusinessCustomer, status: Status): BusinessCustomer {
  if (before.decision?.status === status) return before
  const version = (before.decision?.version ?? 0) + 1
  return { ...before, decision: { version, status, isAcknowledged: false } }
}
