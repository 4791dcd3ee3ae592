import type { Context } from '../../../context.ts'
import { listRows } from '../../../platform/db/rows.ts'
import { sendReminder } from './reminders.ts'

/** Sends every reminder that is due, whatever the rates of brands. */
export async function sendAllDueReminders(ctx: Context): Promise<void> {
  const due = await listRows(ctx.db, 'retention_notices', { state: 'due' })
  for (const { account_id: accountId, deadline, days_before: daysBefore } of due)
    await sendReminder(ctx, { accountId, deadline: deadline.toISOString(), daysBefore })
}
