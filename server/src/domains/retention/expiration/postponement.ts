import type { Context, Tx } from '../../../context.ts'
import {
  computePeriod,
  findInvalidDate,
  findReactivatedDeletion,
  findTimeZone,
  lockCustomer,
  setMovedDeletion,
  toRetentionFacts,
} from '../../customers/index.ts'
import { journal } from '../journal.ts'
import { publishStorageStatus } from '../status/status.ts'

/**
 * Postpones the deletion date when a customer activates a legacy library, so that all reminders can be sent, whatever
 * the date of their last order. A later deletion date stays.
 */
export async function postponeDeletion(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const now = ctx.clock.now()
  const customer = await lockCustomer(tx, accountId)
  const zone = customer && findTimeZone(customer.brand_id)
  if (!zone || findInvalidDate(toRetentionFacts(customer), now)) return
  const { deletion } = computePeriod(toRetentionFacts(customer), zone)
  const earliestDeletion = findReactivatedDeletion(deletion, now)
  if (earliestDeletion === deletion) return
  await setMovedDeletion(tx, accountId, earliestDeletion)
  await journal(tx.db, now, {
    event: 'deadline-moved',
    rule: 'reactivated',
    actor: 'customer',
    brandId: customer.brand_id,
    accountId,
    deadline: deletion,
    note: `to ${earliestDeletion.toISOString()}`,
  })
  await publishStorageStatus(ctx, tx, accountId)
}
