import { millisecondsInSecond } from 'date-fns/constants'
import type { Context, Tx } from '#server/context.ts'
import { enqueueMailLink } from '../mail-links/mail-link.ts'
import type { MailTokenPayload } from '../mail-links/mail-tokens.ts'
import { announceRecovery, findRecoveryStart } from './pending-recovery.ts'

/**
 * Stores and mails a link to choose a new password. It waits for an account with a passkey older than 30 days, whose devices
 * and addresses are told.
 */
export async function enqueueRecoveryLink(
  ctx: Context,
  tx: Tx,
  accountId: string,
  { payload, seconds }: { payload: MailTokenPayload; seconds: number },
): Promise<void> {
  const purpose = 'new-password'
  const effectiveAt = await findRecoveryStart(ctx, tx, accountId)
  if (!effectiveAt) return void (await enqueueMailLink(ctx, tx, { accountId, purpose, payload, seconds }))
  const waitSeconds = (effectiveAt.getTime() - ctx.clock.now().getTime()) / millisecondsInSecond
  await enqueueMailLink(ctx, tx, {
    accountId,
    purpose,
    payload: { ...payload, notBefore: effectiveAt.toISOString() },
    seconds: Math.max(0, waitSeconds) + WAITED_SECONDS,
  })
  await announceRecovery(ctx, tx, accountId, { effectiveAt, email: payload.email })
}

/** Seconds for which a link works that had to wait: its owner may not be there at that hour. */
const WAITED_SECONDS = 86_400
