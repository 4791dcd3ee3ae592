import { type Context, change } from '#server/context.ts'
import { lockCustomer, reopenAccount, setEmail } from '../../customers/index.ts'
import { markSentToFormerAddress } from '../../mails/index.ts'
import { emailChanged } from '../events.ts'
import { enqueueMailLink } from '../mail-links/mail-link.ts'
import { consumeMailToken, consumeMailTokensOfAccount, findMailToken } from '../mail-links/mail-tokens.ts'
import { endSessions } from '../session/sign-out.ts'
import { LINK_SECONDS } from '../sign-in/sign-in.ts'
import { deletePassword } from '../store/credentials.ts'
import { setMailTokensUsedSince } from '../store/mail-tokens.ts'

/**
 * Restores the former address by the link that was mailed to it, also after further changes. An attacker may have changed
 * the address and know the password: the password is deleted, all sessions end, and a link to set a new one is mailed.
 * Links that restore later addresses end, links for earlier ones stay valid. A closed account is reopened, unless it is
 * being erased. 'taken' when another customer has the address.
 */
export async function revertEmailChange(
  ctx: Context,
  { token, deviceName }: { token: string; deviceName?: string | undefined },
): Promise<'reverted' | 'not-usable' | 'taken'> {
  const link = await findMailToken(ctx, token, 'revert-email')
  if (!link?.isUsable) return 'not-usable'
  const { accountId, payload, createdAt } = link
  try {
    return await change(ctx, async tx => {
      const customer = await lockCustomer(tx, accountId)
      if (!customer || customer.erasing_at) return 'not-usable'
      if (!(await consumeMailToken(ctx, tx, token, 'revert-email'))) return 'not-usable'
      const { vendor, email: from, deleted_at } = customer
      const to = payload.email
      const isRestored = deleted_at
        ? (await reopenAccount(ctx, tx, accountId, to)) === 'reopened'
        : await setEmail(tx, accountId, to)
      if (!isRestored) throw new EmailTakenError()
      await ctx.events.emit(tx, emailChanged, { vendor, from, to, trustedUntil: createdAt })
      await markSentToFormerAddress(tx, accountId)
      await setMailTokensUsedSince(tx, accountId, 'revert-email', createdAt, ctx.clock.now())
      await consumeMailTokensOfAccount(ctx, tx, accountId)
      await deletePassword(tx, accountId)
      await endSessions(ctx, tx, accountId)
      const purpose = 'new-password'
      const seconds = LINK_SECONDS[purpose]
      await enqueueMailLink(ctx, tx, { accountId, purpose, payload: { ...payload, deviceName }, seconds })
      tx.afterCommit(() => ctx.log.info({ accountId }, 'change of the email address reverted'))
      return 'reverted'
    })
  } catch (error) {
    if (error instanceof EmailTakenError) return 'taken'
    throw error
  }
}

/** Thrown to roll the transaction back, so that the link stays usable. */
class EmailTakenError extends Error {
  override name = 'EmailTakenError'
}
