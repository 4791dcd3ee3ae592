import { type Context, change } from '#server/context.ts'
import { runRetentionJob } from '#server/domains/retention/job-kinds.ts'
import type { FleetCustomer } from './customer.ts'

const DAY = 86_400_000
/** Days left of the period of 18 months: only the reminder of 30 days before is due. */
const DAYS_LEFT = 20

/** Ages a customer's last order to where a reminder is due, and has a worker run the retention. */
export async function makeReminderDue(ctx: Context, { accountId }: FleetCustomer): Promise<void> {
  const ordered = new Date(ctx.clock.now().getTime() + DAYS_LEFT * DAY)
  ordered.setUTCMonth(ordered.getUTCMonth() - 18)
  await change(ctx, async tx => {
    await tx.db
      .updateTable('customers')
      .set({ registered_at: ordered, last_order_at: ordered })
      .where('account_id', '=', accountId)
      .execute()
    await ctx.jobs.send(tx, runRetentionJob, [{}])
  })
}
