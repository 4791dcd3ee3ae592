import { millisecondsInDay } from 'date-fns/constants'
import { type Context, change, type Reader, type Tx } from '#server/context.ts'
import { publishToAccount } from '#server/platform/push/account-channel.ts'
import type { MailTokenPayload } from '../mail-links/mail-tokens.ts'
import { hasTrustedPasskey } from '../passkeys/passkeys.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { endMailTokens, findUsableMailToken } from '../store/mail-tokens.ts'

/** For so long a new password by mail waits where a passkey is older than 30 days: its owner can stop it. */
const WAIT_MS = millisecondsInDay

export interface PendingRecovery {
  requestedAt: Date
  /** When the mailed link begins to work. */
  effectiveAt: Date
}

/** Finds the recovery by mail that waits or has waited, and whose link is in force; null without one. */
export async function findPendingRecovery(
  ctx: Context,
  db: Reader,
  accountId: string,
): Promise<PendingRecovery | null> {
  const row = await findUsableMailToken(db, accountId, 'new-password', ctx.clock.now())
  const { notBefore } = (row?.payload ?? {}) as Partial<MailTokenPayload>
  return row && notBefore ? { requestedAt: row.created_at, effectiveAt: new Date(notBefore) } : null
}

/**
 * Finds when a link that is mailed now begins to work: at once (null), or 24 hours after the first request for an account with
 * a passkey older than 30 days. A further request neither shortens nor prolongs the wait.
 */
export async function findRecoveryStart(ctx: Context, tx: Tx, accountId: string): Promise<Date | null> {
  if (!(await hasTrustedPasskey(ctx, tx.db, accountId))) return null
  const pendingRecovery = await findPendingRecovery(ctx, tx.db, accountId)
  return pendingRecovery?.effectiveAt ?? new Date(ctx.clock.now().getTime() + WAIT_MS)
}

/** Tells all devices and addresses of a recovery that waits; the address of its link has a mail of its own. */
export async function announceRecovery(
  ctx: Context,
  tx: Tx,
  accountId: string,
  { effectiveAt, email }: { effectiveAt: Date; email: string },
): Promise<void> {
  await recordSecurityEvent(ctx, tx, {
    accountId,
    kind: 'recovery.requested',
    detail: { effectiveAt: effectiveAt.toISOString() },
    mailedTo: [email],
  })
  await publishToAccount(ctx, tx, accountId, { type: 'recovery-changed' })
}

/**
 * Ends the mailed link by which a new password can be chosen once it has waited, and tells the owner. A link that works is left: with
 * it an owner takes the account back from who has a session of it.
 */
export function stopRecovery(ctx: Context, accountId: string): Promise<void> {
  return change(ctx, async tx => {
    const now = ctx.clock.now()
    const pending = await findPendingRecovery(ctx, tx.db, accountId)
    if (!pending || pending.effectiveAt <= now) return
    await endMailTokens(tx, accountId, 'new-password', now)
    await recordSecurityEvent(ctx, tx, { accountId, kind: 'recovery.stopped' })
    await publishToAccount(ctx, tx, accountId, { type: 'recovery-changed' })
  })
}
