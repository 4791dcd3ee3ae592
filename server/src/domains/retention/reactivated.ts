import { REMINDER_DAYS } from '#contract/retention.ts'
import type { Context, Tx } from '../../context.ts'
import { journal } from './journal.ts'
import { brokenDate, daysLater, periodOf } from './period.ts'
import { publishStorageStatus } from './status.ts'
import { factsOf, lockSubject, zoneOf } from './store.ts'

/**
 * A customer brings an old library here: whatever their last order was, nothing of it leaves before all reminders had
 * their time. A later deletion date stays.
 */
export async function reactivated(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const now = ctx.clock.now()
  const subject = await lockSubject(tx, accountId)
  const zone = subject && zoneOf(subject.brand_id)
  if (!zone || brokenDate(factsOf(subject), now)) return
  const { deletion } = periodOf(factsOf(subject), zone)
  const least = daysLater(now, REMINDER_DAYS[0])
  if (deletion >= least) return
  await tx.db
    .updateTable('customers')
    .set({ moved_deletion_at: least })
    .where('account_id', '=', accountId)
    .execute()
  await journal(tx.db, now, {
    event: 'deadline-moved',
    rule: 'reactivated',
    actor: 'customer',
    brandId: subject.brand_id,
    accountId,
    deadline: deletion,
    note: `to ${least.toISOString()}`,
  })
  await publishStorageStatus(ctx, tx, accountId)
}
