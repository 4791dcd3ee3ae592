import { type Context, change } from '../../../context.ts'
import { findCustomerByEmailOrId, lockCustomer, setDelayedDeletion } from '../../customers/index.ts'
import { advanceExpiration } from '../expiration/expirations.ts'
import { journal } from '../journal.ts'
import { publishStorageStatus } from '../status/status.ts'

/**
 * Sets the delayed deletion date of customer care: the photos are kept at least until then (OP-01); null removes it.
 * Photos that expired already are restored. Returns the account id; null for an unknown e-mail address or account id.
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
