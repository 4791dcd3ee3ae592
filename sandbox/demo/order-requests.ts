import type { Context } from '#server/context.ts'
import { submitComplaint } from '#server/domains/complaints/index.ts'
import type { Customer } from '#server/domains/customers/index.ts'
import { findOrder } from '#server/domains/orders/index.ts'
import { withdraw } from '#server/domains/withdrawals/index.ts'
import { deriveUuid } from '../shop/projects/project.ts'
import type { PlannedOrder } from './order-plans.ts'
import { atTime, subtract } from './past.ts'

/** Days since the customer reported problems and withdrew. */
const SENT_DAYS = 2

/**
 * Has the demo's consumer report problems with orders, and withdraw from one, as planned; the stand-in shop answers. `codes` are
 * those of the plans, which Keepsake has. Idempotent: each request has the same id and content at every start.
 */
export async function seedDemoRequests(
  ctx: Context,
  customer: Customer,
  plans: readonly PlannedOrder[],
  codes: readonly string[],
): Promise<void> {
  const then = subtract(ctx.clock.now(), { days: SENT_DAYS })
  const earlier = atTime(ctx, then)
  for (const [index, { report, scene }] of plans.entries()) {
    const code = codes[index]
    if (code === undefined) continue
    if (report) await sendReport(earlier, customer, code, report)
    if (scene === 'withdrawn') await sendWithdrawal(earlier, customer, code, then)
  }
}

const sendReport = (
  ctx: Context,
  { account_id }: Customer,
  orderCode: string,
  { reason, text }: NonNullable<PlannedOrder['report']>,
) =>
  submitComplaint(ctx, account_id, deriveUuid(`report:${orderCode}`), {
    orderCode,
    productCodes: [`${orderCode}-1`],
    reason,
    text,
    wish: 'any',
    attachmentIds: [],
  })

async function sendWithdrawal(
  ctx: Context,
  { account_id, first_name, last_name, email }: Customer,
  orderCode: string,
  submittedAt: Date,
): Promise<void> {
  const order = await findOrder(ctx.db, account_id, orderCode)
  if (!order) return
  const input = {
    withdrawalId: deriveUuid(`withdrawal:${orderCode}`),
    orderCode,
    productCodes: order.body.products.map(({ code }) => code),
    name: `${first_name} ${last_name}`,
    email,
  }
  await withdraw(ctx, account_id, input, submittedAt)
}
