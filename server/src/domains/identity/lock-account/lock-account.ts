import type { Context, Tx } from '#server/context.ts'
import { atLeast, deleteRows } from '../../../platform/db/rows.ts'
import { getActor } from '../../../platform/db/statement-scope.ts'
import { type Customer, reopenAccount, revertHeldInvoiceEmail, setEmail } from '../../customers/index.ts'
import { stopWaitingEntries } from '../../journal/index.ts'
import { markSentToFormerAddress } from '../../mails/index.ts'
import { accessRevoked, emailChanged } from '../events.ts'
import { listFormerEmailsAfter } from '../former-emails/store.ts'
import { PROTECTIVE_PURPOSES } from '../mail-links/mail-tokens.ts'
import { listTrustedPasskeyIds } from '../passkeys/passkeys.ts'
import { enqueueRecoveryLink } from '../recovery/enqueue-recovery-link.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { LINK_SECONDS } from '../sign-in/sign-in.ts'
import { endMailTokensExceptTo } from '../store/mail-tokens.ts'

export interface RestoredEmail {
  email: string
  /** When it was replaced: mails to the addresses since then were not read by the owner. */
  replacedAt: Date
}

/**
 * Ends all access to the account and brings an address back, in the transaction of the caller, which has locked the customer:
 * the password and protective links of others end here, the rest by `accessRevoked`. What waits to take effect is undone. A closed account is opened again. Then a link
 * to choose a new password is mailed to the account's address, from which the recovery begins.
 * Addresses since the restored one are no former addresses: they get no more mails. Returns the address. Throws
 * EmailTakenError when another customer has it by now.
 */
export async function lockAccount(
  ctx: Context,
  tx: Tx,
  customer: Customer,
  {
    restored,
    brandId = customer.brand_id,
    isByMail,
    doubtedId,
  }: {
    /** Null: the account keeps its address. */
    restored: RestoredEmail | null
    /** Whether a mailed link is the only proof: passkeys older than 30 days then stay, so that they can stop the recovery. */
    isByMail: boolean
    brandId?: string
    /** The entry of the journal that the owner does not know. */
    doubtedId?: string | undefined
  },
): Promise<string> {
  const { account_id: accountId, locale } = customer
  const email = restored?.email ?? customer.email
  await openWithEmail(ctx, tx, customer, email)
  if (restored && email !== customer.email) {
    const { vendor, email: from } = customer
    await ctx.events.emit(tx, emailChanged, { vendor, from, to: email, trustedUntil: restored.replacedAt })
    await markSentToFormerAddress(tx, accountId)
    await deleteRows(tx.db, 'former_emails', { account_id: accountId, until: atLeast(restored.replacedAt) })
  }
  const formerEmails = await listFormerEmailsAfter(tx.db, accountId, new Date(0))
  // Protective links that were mailed to these addresses stay; the payloads of the others stay, too.
  await endMailTokensExceptTo(tx, accountId, PROTECTIVE_PURPOSES, {
    exceptTo: formerEmails.map(row => row.email),
    now: ctx.clock.now(),
  })
  // Only a mailed link sets a new password.
  await deleteRows(tx.db, 'credentials', { account_id: accountId })
  const keepIds = isByMail ? await listTrustedPasskeyIds(ctx, tx.db, accountId) : []
  await ctx.events.emit(tx, accessRevoked, { accountId, cause: 'not-me', keepGrantId: null, keepIds })
  await stopWaitingEntries(ctx, tx, accountId)
  await revertHeldInvoiceEmail(ctx, tx, accountId)
  const detail: Record<string, string> = doubtedId === undefined ? {} : { doubted: doubtedId }
  await recordSecurityEvent(ctx, tx, { accountId, kind: 'access.ended', mailedTo: [email], detail })
  await enqueueRecovery(ctx, tx, accountId, { email, brandId, locale })
  tx.afterCommit(() => ctx.log.info({ accountId }, 'all access to the account ended'))
  return email
}

/** Mails the link by which the owner of a locked account chooses a new password. */
export async function enqueueRecovery(
  ctx: Context,
  tx: Tx,
  accountId: string,
  to: { email: string; brandId: string; locale: string },
): Promise<void> {
  const payload = { ...to, deviceName: getActor().deviceName ?? undefined, reason: 'locked' } as const
  const seconds = LINK_SECONDS['new-password']
  await enqueueRecoveryLink(ctx, tx, accountId, { payload, seconds })
}

/** Opens a closed account, with this address; sets the address of an open one. */
async function openWithEmail(ctx: Context, tx: Tx, customer: Customer, email: string): Promise<void> {
  const { account_id: accountId, deleted_at: closedAt } = customer
  if (!closedAt && email === customer.email) return
  const isDone = closedAt
    ? (await reopenAccount(ctx, tx, accountId, email)) === 'reopened'
    : await setEmail(tx, accountId, email)
  if (!isDone) throw new EmailTakenError()
}

/** Thrown to roll the transaction back, so that the link stays usable. */
export class EmailTakenError extends Error {
  override name = 'EmailTakenError'
}
