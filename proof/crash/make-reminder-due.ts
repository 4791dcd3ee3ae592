import type { Tx } from '#server/context.ts'
import { updateRow } from '#server/platform/db/rows.ts'

/** Of the period of 18 months: only the reminder of 30 days before its end is due. */
const DAYS_LEFT = 20

/** Ages a customer's last order to where a reminder is due. */
export async function makeReminderDue(tx: Tx, accountId: string, now: Date): Promise<void> {
  const ordered = new Date(now.getTime() + DAYS_LEFT * 86_400_000)
  ordered.setUTCMonth(ordered.getUTCMonth() - 18)
  await updateRow(
    tx.db,
    'customers',
    { account_id: accountId },
    { registered_at: ordered, last_order_at: ordered },
  )
}
