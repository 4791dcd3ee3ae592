import { putCustomerStatus } from '#contract/retailer-customers.ts'
import type { BusinessCustomer } from './business-customers.ts'
import type { Shop } from './context.ts'
import { KeepsakeError } from './keepsake-client.ts'
import type { BackOfficeResult } from './pages/back-office-page.ts'

type Status = NonNullable<BusinessCustomer['decision']>['status']

/**
 * Decides the status of a business customer and sends it to Keepsake. It is stored before: what was not acknowledged is
 * sent under the same version when it is decided again.
 */
export async function decideStatus(
  { businessCustomers, keepsake, log }: Shop,
  accountId: string,
  status: Status,
): Promise<BackOfficeResult> {
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
