import { type Context, change, type Tx } from '../../../context.ts'
import {
  type Customer,
  findCustomerByEmailOrId,
  findTimeZone,
  lockCustomer,
  setDelay,
  setDelayedDeletion,
  setMovedDeletion,
  toRetentionFacts,
} from '../../customers/index.ts'
import { advanceExpiration } from '../expiration/expirations.ts'
import { journal } from '../journal.ts'
import { createDeadlineFilter } from '../rules/plan.ts'
import { publishStorageStatus } from '../status/status.ts'
import { listReminders } from '../store/reminders.ts'

/**
 * Sets the delayed deletion date of customer care: the photos are kept at least until then (OP-01); null removes it.
 * Photos that expired already are restored. A date that becomes earlier is at least 30 days from now, although the
 * customer may have been reminded of it before the delay. Returns the account id; null for an unknown e-mail address or
 * account id.
 * Throws AmbiguousAddressError.
 */
export async function delayDeletion(
  ctx: Context,
  { emailOrId, until, by }: { emailOrId: string; until: Date | null; by: string },
): Promise<string | null> {
  const customer = await findCustomerByEmailOrId(ctx.db, emailOrId)
  if (!customer) return null
  const accountId = customer.account_id
  await change(ctx, async tx => {
    const locked = await lockCustomer(tx, accountId)
    await setDelayedDeletion(tx, accountId, until)
    if (locked) await postponeEarlierDeletion(ctx, tx, locked, until)
    await journal(tx.db, ctx.clock.now(), {
      event: 'deadline-delayed',
      rule: 'customer-care',
      actor: by,
      brandId: customer.brand_id,
      accountId,
      deadline: until,
    })
    await publishStorageStatus(ctx, tx, accountId)
  })
  await advanceExpiration(ctx, accountId)
  return accountId
}

/** Postpones the deletion if the new delay makes it earlier than the customer has read until now. */
async function postponeEarlierDeletion(
  ctx: Context,
  tx: Tx,
  customer: Customer,
  until: Date | null,
): Promise<void> {
  const zone = findTimeZone(customer.brand_id)
  if (!zone) return
  const reminders = (await listReminders(tx.db, [customer.account_id])).get(customer.account_id) ?? []
  const facts = toRetentionFacts(customer)
  const { movedDeletionAt } = setDelay(facts, until, createDeadlineFilter(reminders), ctx.clock.now(), zone)
  if (movedDeletionAt && movedDeletionAt !== facts.movedDeletionAt)
    await setMovedDeletion(tx, customer.account_id, movedDeletionAt)
}
