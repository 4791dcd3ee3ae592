import { findBrandByChannel, listChannels } from '#brands/index.ts'
import * as contract from '#contract/email-changes.ts'
import { ALREADY_CONFIRMED, type EmailChange } from '#contract/email-changes.ts'
import { normalizeEmail } from '#contract/input/email-address.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import { type Caller, route } from '#server/http/route.ts'
import { getActor } from '#server/platform/db/statement-scope.ts'
import { type Customer, findCustomerByEmail, getActiveCustomer, setEmail } from '../../customers/index.ts'
import { markSentToFormerAddress } from '../../mails/index.ts'
import { emailChanged } from '../events.ts'
import { addFormerEmailDays, storeFormerEmail } from '../former-emails/former-emails.ts'
import { enqueueMailLink } from '../mail-links/mail-link.ts'
import {
  consumeMailToken,
  endLinksOfAccount,
  findMailToken,
  type MailToken,
  type MailTokenPayload,
  type Purpose,
} from '../mail-links/mail-tokens.ts'
import { requireOwnIdentity } from '../own-identity.ts'
import { isTrustedPasskeyUsed } from '../passkeys/trusted-passkey-use.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { endSessions } from '../session/end-sessions.ts'
import { type AccessAuthor, lockForNewAccess } from '../session/lock-for-new-access.ts'
import { EMAIL_CHANGE_LIMIT, requireAttempt } from '../sign-in/rate-limits.ts'
import { LINK_SECONDS } from '../sign-in/sign-in.ts'
import { endMailTokens, findUsableMailToken } from '../store/mail-tokens.ts'

const CHANGE = 'change-email' satisfies Purpose

/** Returns the parameters of the rules of a request: the caller's address, and the channels of the account's vendor. */
async function getEmailChangeRules(ctx: Context, { accountId }: Caller) {
  const { email, vendor } = await getActiveCustomer(ctx.db, accountId)
  return { presentEmail: email, channels: listChannels(vendor) }
}

/**
 * Mails a link that confirms the change to the new address, and ends the link of a previous change. The present address, and
 * those of the last 30 days, are told at once, with links to stop it and to end all access. Every request counts
 * against the rate limit, so that 409 cannot be used to find out which addresses have accounts. An
 * address that its owner no longer controls gets a notice without a link. Throws too-many-requests, conflict, and
 * forbidden for such an address unless a passkey older than 30 days was used just now.
 */
async function startEmailChange(
  ctx: Context,
  author: AccessAuthor,
  {
    email,
    channel,
    oldAddressLost: isOldAddressLost = false,
  }: { email: string; channel: string; oldAddressLost?: boolean | undefined },
): Promise<EmailChange> {
  const { accountId } = author
  await requireAttempt(ctx, EMAIL_CHANGE_LIMIT, accountId, 'Too many changes of the e-mail address')
  return change(ctx, async tx => {
    const customer = await lockForNewAccess(tx, author)
    if (isOldAddressLost && !(await isTrustedPasskeyUsed(ctx, tx.db, author)))
      throw new Failure('forbidden', 'The change was not confirmed with a passkey older than 30 days')
    await requireFreeEmail(tx, customer, email)
    await endMailTokens(tx, accountId, CHANGE, ctx.clock.now())
    await sendLink(ctx, tx, accountId, CHANGE, {
      email: normalizeEmail(email),
      presentEmail: customer.email,
      brandId: findBrandByChannel(channel)!.id,
      locale: customer.locale,
      deviceName: getActor().deviceName ?? undefined,
      ...(isOldAddressLost && { isOldAddressLost }),
    })
    await recordSecurityEvent(ctx, tx, {
      accountId,
      kind: 'email.change-requested',
      detail: isOldAddressLost ? {} : { writesUntil: addFormerEmailDays(ctx.clock.now()).toISOString() },
      noticeTo: isOldAddressLost ? [customer.email] : [],
    })
    return (await findEmailChange(ctx, accountId, tx.db))!
  })
}

/** Finds the change that awaits its confirmation. */
async function findEmailChange(
  ctx: Context,
  accountId: string,
  db = ctx.db,
): Promise<EmailChange | undefined> {
  const row = await findUsableMailToken(db, accountId, CHANGE, ctx.clock.now())
  if (!row) return undefined
  const { email, isOldAddressLost = false } = row.payload as unknown as MailTokenPayload
  return {
    email,
    requestedAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    oldAddressLost: isOldAddressLost,
  }
}

/** Ends the link of the change that awaits its confirmation, if there is one, and tells the owner. */
export async function stopEmailChange(ctx: Context, tx: Tx, accountId: string): Promise<void> {
  const isStopped = await endMailTokens(tx, accountId, CHANGE, ctx.clock.now())
  if (isStopped) await recordSecurityEvent(ctx, tx, { accountId, kind: 'email.change-stopped' })
}

/**
 * Replaces the address by the one of the link, in one transaction: ends all sessions and links of the account, and mails
 * the former address a link that restores it. For 30 days the former address receives what concerns the account's security. Throws not-found for an unknown or ended link, forbidden for another
 * account's, gone for an expired one, conflict when the address is in use by now, in which case the link stays usable. A
 * repeated confirmation throws not-found with the reason ALREADY_CONFIRMED.
 */
async function confirmEmailChange(ctx: Context, author: AccessAuthor, token: string): Promise<void> {
  const { accountId } = author
  await change(ctx, async tx => {
    const customer = await lockForNewAccess(tx, author)
    const link = await findMailToken(ctx, token, CHANGE, tx.db)
    requireUsable(link, customer)
    const { email, brandId, isOldAddressLost: isLost = false } = link.payload
    await requireFreeEmail(tx, customer, email)
    // A cancellation does not lock the customer and may have consumed the link first.
    if (!(await consumeMailToken(ctx, tx, token, CHANGE, { keepPayload: true })))
      throw notFound('Change of the e-mail address')
    await endLinksOfAccount(ctx, tx, accountId)
    // Nothing is left to stop.
    await endMailTokens(tx, accountId, 'stop-email-change', ctx.clock.now())
    if (!(await setEmail(tx, accountId, email))) throw createEmailTakenFailure()
    const { email: formerEmail, locale, vendor } = customer
    const now = ctx.clock.now()
    await ctx.events.emit(tx, emailChanged, { vendor, from: formerEmail, to: email, trustedUntil: now })
    await markSentToFormerAddress(tx, accountId)
    await storeFormerEmail(ctx, tx, customer, { newEmail: email, isLost })
    const deviceName = getActor().deviceName ?? undefined
    if (!isLost)
      await sendLink(ctx, tx, accountId, 'revert-email', { email: formerEmail, brandId, locale, deviceName })
    await recordSecurityEvent(ctx, tx, {
      accountId,
      kind: 'email.changed',
      detail: { formerEmail },
      ...(isLost ? { noticeTo: [formerEmail] } : { mailedTo: [formerEmail] }),
    })
    await endSessions(ctx, tx, accountId, 'all', { cause: 'email-changed' })
  })
  ctx.log.info({ accountId }, 'email address changed')
}

function requireUsable(
  link: MailToken | undefined,
  { account_id, email }: Customer,
): asserts link is MailToken {
  if (!link) throw notFound('Change of the e-mail address')
  if (link.accountId !== account_id) throw new Failure('forbidden', 'The link is of another customer')
  if (link.isUsed && link.payload?.email === email)
    throw new Failure('not-found', 'The change is made', { reason: ALREADY_CONFIRMED })
  if (link.isUsed) throw notFound('Change of the e-mail address')
  if (link.isExpired) throw new Failure('gone', 'The link has expired')
  // The link is bound to the current address, so that a link from before another change has no effect.
  if (link.payload.presentEmail !== email) throw notFound('Change of the e-mail address')
}

async function requireFreeEmail(tx: Tx, { vendor }: Customer, email: string): Promise<void> {
  if (await findCustomerByEmail(tx.db, { vendor, email })) throw createEmailTakenFailure()
}

const createEmailTakenFailure = () => new Failure('conflict', 'The e-mail address is in use')

async function sendLink(
  ctx: Context,
  tx: Tx,
  accountId: string,
  purpose: keyof typeof LINK_SECONDS,
  payload: MailTokenPayload,
): Promise<void> {
  await enqueueMailLink(ctx, tx, {
    accountId,
    purpose,
    payload,
    seconds: LINK_SECONDS[purpose],
  })
}

/** Routes to change the account's e-mail address. */
export const emailChangeRoutes = [
  route(contract.getEmailChange, async ({ ctx, caller, params }) => {
    requireOwnEmail(ctx, caller, params)
    return {
      pending: (await findEmailChange(ctx, caller.accountId)) ?? null,
      trustedPasskeyUsed: await isTrustedPasskeyUsed(ctx, ctx.db, caller),
    }
  }),
  route(
    contract.requestEmailChange,
    async ({ ctx, caller, params, body }) => {
      requireOwnEmail(ctx, caller, params)
      return startEmailChange(ctx, caller, body)
    },
    async ({ ctx, caller }) => contract.emailChangeBody(await getEmailChangeRules(ctx, caller)),
  ),
  route(contract.cancelEmailChange, async ({ ctx, caller, params }) => {
    requireOwnEmail(ctx, caller, params)
    await change(ctx, tx => stopEmailChange(ctx, tx, caller.accountId))
  }),
  route(contract.confirmEmailChange, async ({ ctx, caller, params }) => {
    requireOwnEmail(ctx, caller, params)
    await confirmEmailChange(ctx, caller, params.token)
  }),
]

/** Throws not-found if an external identity provider manages the address, and forbidden for another caller's identity. */
function requireOwnEmail(ctx: Context, caller: Caller, path: { idpType: string; idpSub: string }): void {
  if (ctx.config.oidc) throw notFound('Change of the e-mail address')
  requireOwnIdentity(caller, path)
}
