import { type Context, change } from '../../../context.ts'
import { findCustomerByEmail, lockCustomer, setDelayedDeletion } from '../../customers/index.ts'
import { advanceExpiration } from '../expiration/expirations.ts'
import { journal } from '../journal.ts'
import { publishStorageStatus } from '../status/status.ts'

/**
 * Customer care sets until when a customer's photos are kept at least (OP-01), or takes that back with null; what had
 * left already comes back. Answers the account; null for an unknown address.
 */
export async function delayDeletion(
  ctx: Context,
  { email, until, by }: { email: string; until: Date | null; by: string },
): Promise<string | null> {
  const customer = await findCustomerByEmail(ctx.db, email)
  if (!customer) return null
  const accountId = customer.account_id
  await change(ctx, async tx => {
    await lockCustomer(tx, accountId)
    await setDelayedDeletion(tx, accountId, until)
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
