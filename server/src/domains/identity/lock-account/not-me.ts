import * as contract from '#contract/not-me.ts'
import { type Context, change, type Tx } from '#server/context.ts'
import { Failure, notFound } from '#server/http/failure.ts'
import { type Caller, route } from '#server/http/route.ts'
import { type Customer, findCustomer, lockCustomer } from '../../customers/index.ts'
import { listFormerEmailsOfCustomer } from '../former-emails/former-emails.ts'
import { consumeMailToken, findMailToken, type MailToken } from '../mail-links/mail-tokens.ts'
import { hasTrustedPasskey } from '../passkeys/passkeys.ts'
import { findPendingRecovery } from '../recovery/pending-recovery.ts'
import { countAttempt, type RateLimit, requireAttempt } from '../sign-in/rate-limits.ts'
import { findPasswordHash } from '../store/credentials.ts'
import { countGrants } from '../store/oidc-records.ts'
import { EmailTakenError, enqueueRecovery, lockAccount } from './lock-account.ts'

const NOT_ME_LIMIT: RateLimit = { name: 'not-me', max: 3, minutes: 60 }

/**
 * Ends all access to the caller's account, also that of the session that asks for it. Returns the
 * address to which the recovery link is mailed. Throws too-many-requests, and conflict when the address that would be brought
 * back belongs to another account by now.
 */
async function endAllAccess(
  ctx: Context,
  { accountId }: Caller,
  doubtedId: string | undefined,
): Promise<string> {
  await requireAttempt(ctx, NOT_ME_LIMIT, accountId, 'All access was ended a moment ago')
  try {
    return await change(ctx, async tx => {
      const customer = await lockCustomer(tx, accountId)
      if (!customer || customer.deleted_at) throw new Failure('unauthorized', 'The account is closed')
      return lockWithOldestEmail(ctx, tx, customer, { isByMail: false, doubtedId })
    })
  } catch (error) {
    if (error instanceof EmailTakenError)
      throw new Failure('conflict', 'The former e-mail address belongs to another account')
    throw error
  }
}

/**
 * Ends all access by a mailed link. Of repeated and concurrent calls one does; 'not-usable' for the others, and for an account
 * that is being erased. 'taken' when another account has the address that would be brought back.
 */
export async function endAllAccessByLink(
  ctx: Context,
  { token, accountId }: { token: string; accountId: string },
): Promise<{ email: string } | 'not-usable' | 'taken'> {
  try {
    return await change(ctx, async tx => {
      const customer = await lockCustomer(tx, accountId)
      if (!customer || customer.erasing_at) return 'not-usable'
      const doubtedId = (await findMailToken(ctx, token, 'not-me', tx.db))?.payload?.entryId
      if (!(await consumeMailToken(ctx, tx, token, 'not-me', { keepPayload: true }))) return 'not-usable'
      return { email: await lockWithOldestEmail(ctx, tx, customer, { isByMail: true, doubtedId }) }
    })
  } catch (error) {
    if (error instanceof EmailTakenError) return 'taken'
    throw error
  }
}

/** Brings back the oldest address of the last 30 days: an attacker who presses it in a new mailbox helps the owner. */
async function lockWithOldestEmail(
  ctx: Context,
  tx: Tx,
  customer: Customer,
  options: { isByMail: boolean; doubtedId?: string | undefined },
): Promise<string> {
  const [oldest] = await listFormerEmailsOfCustomer(ctx, tx.db, customer)
  return lockAccount(ctx, tx, customer, { restored: oldest ?? null, ...options })
}

/** What a link would end, for its page. */
export interface NotMePreview {
  /** The address that is brought back; null if the account keeps its own. */
  restoredEmail: string | null
  /** Sessions of browsers and apps. */
  devices: number
  /** Whether passkeys older than 30 days stay. */
  keepsPasskeys: boolean
  isBusiness: boolean
}

/** Previews what 'It wasn't me' ends; null for an account that is being erased. */
export async function previewNotMe(ctx: Context, accountId: string): Promise<NotMePreview | null> {
  const customer = await findCustomer(ctx.db, accountId)
  if (!customer || customer.erasing_at) return null
  const [oldest] = await listFormerEmailsOfCustomer(ctx, ctx.db, customer)
  return {
    restoredEmail: oldest && oldest.email !== customer.email ? oldest.email : null,
    devices: await countGrants(ctx.db, accountId, ctx.clock.now()),
    keepsPasskeys: await hasTrustedPasskey(ctx, ctx.db, accountId),
    isBusiness: customer.business,
  }
}

/** What the page of a locked account tells. */
export interface LockedState {
  /** The address to which the recovery link was sent. */
  email: string
  /** When the link begins to work; null: at once. */
  effectiveAt: Date | null
}

/** Finds the state of a locked account; null for an account with a password. */
export async function findLockedState(ctx: Context, { accountId }: MailToken): Promise<LockedState | null> {
  const customer = await findCustomer(ctx.db, accountId)
  if (!customer || customer.deleted_at || (await findPasswordHash(ctx.db, accountId))) return null
  const pendingRecovery = await findPendingRecovery(ctx, ctx.db, accountId)
  return { email: customer.email, effectiveAt: pendingRecovery?.effectiveAt ?? null }
}

/** Mails the recovery link of a locked account again, at most three times an hour. */
export async function resendRecovery(ctx: Context, accountId: string): Promise<void> {
  if ((await countAttempt(ctx, NOT_ME_LIMIT, accountId)) !== null) return
  await change(ctx, async tx => {
    const customer = await lockCustomer(tx, accountId)
    if (!customer || customer.deleted_at) return
    const { email, brand_id: brandId, locale } = customer
    await enqueueRecovery(ctx, tx, accountId, { email, brandId, locale })
  })
}

/** 'It wasn't me' of the signed-in customer. */
export const notMeRoutes = [
  route(contract.endAllAccess, async ({ ctx, caller, query }) => {
    // An external identity provider has password and sessions.
    if (ctx.config.oidc) throw notFound('End of all access')
    return { email: await endAllAccess(ctx, caller, query.entryId) }
  }),
]
