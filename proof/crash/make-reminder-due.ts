import type { Tx } from '#server/context.ts'
import { updateRow } from '#server/platform/db/rows.ts'

/** Days until the photos expire: the reminder of 30 days before is due, and no other. */
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
