import { type Context, change } from '#server/context.ts'
import { findRow } from '../../../platform/db/rows.ts'
import { lockCustomer } from '../../customers/index.ts'
import { EmailTakenError, lockAccount } from '../lock-account/lock-account.ts'
import { consumeMailToken, findMailToken } from '../mail-links/mail-tokens.ts'

/**
 * Restores the former address by the link that was mailed to it, also after further changes. An attacker may have changed
 * the address and know the password: all access ends as by 'It wasn't me', and a link to set a new password is mailed.
 * Links to later addresses end, links to earlier ones stay valid. A closed account is reopened, unless it is being erased.
 * 'taken' when another customer has the address.
 */
export async function revertEmailChange(
  ctx: Context,
  token: string,
): Promise<'reverted' | 'not-usable' | 'taken'> {
  const link = await findMailToken(ctx, token, 'revert-email')
  if (!link?.isUsable) return 'not-usable'
  const { accountId, payload, createdAt } = link
  try {
    return await change(ctx, async tx => {
      const customer = await lockCustomer(tx, accountId)
      if (!customer || customer.erasing_at) return 'not-usable'
      if (!(await consumeMailToken(ctx, tx, token, 'revert-email'))) return 'not-usable'
      const formerEmail = { account_id: accountId, email: payload.email }
      const replacement = await findRow(tx.db, 'former_emails', formerEmail, ['until'])
      const restored = { email: payload.email, replacedAt: replacement?.until ?? createdAt }
      await lockAccount(ctx, tx, customer, {
        restored,
        brandId: payload.brandId,
        isByMail: true,
      })
      return 'reverted'
    })
  } catch (error) {
    if (error instanceof EmailTakenError) return 'taken'
    throw error
  }
}
