import { randomUUID } from 'node:crypto'
import type { Brand } from '#contract/brands.ts'
import { normalizeEmail } from '#contract/input/email-address.ts'
import { SUBSCRIPTION_ENDED } from '#contract/subscriptions.ts'
import { type Context, change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { changeForSubmission, type Submission } from '../../http/submission.ts'
import { listRows, updateRows, upsertRow } from '../../platform/db/rows.ts'
import { countAttempt, type RateLimit } from '../identity/index.ts'
import { mailOptInJob } from './job-kinds.ts'
import { findProfile, lockProfile, type ProfileKey, type ProfileRow } from './store.ts'
import { createTicket, isOptInToken, wasMailed } from './subscription-token.ts'

const OPT_IN_LIMIT: RateLimit = { name: 'opt-in', max: 5, minutes: 60 }

interface SubscriptionRequest {
  brand: Brand
  /** Normalised. */
  email: string
  locale: string
  source: string
  requestedAt: Date
  /** The account of a customer's own request, which requests of others for the address do not use up. */
  accountId?: string
  submission?: Submission
}

/**
 * Starts the double opt-in of an address: mails the link that confirms it. A confirmed subscription stays as it is; a
 * request that is not later than the stored one counts as a repetition. All mails of one opt-in have the same link.
 * Throws 429 above five mails in an hour. `stored` is false for a repetition.
 */
export async function startOptIn(
  ctx: Context,
  request: SubscriptionRequest,
): Promise<{ profile: ProfileRow; stored: boolean }> {
  const { brand, email, locale, source, requestedAt, accountId, submission } = request
  const key = { brand_id: brand.id, email }
  const existingProfile = await findProfile(ctx.db, key)
  if (existingProfile && !isAnotherRequest(existingProfile, requestedAt))
    return { profile: existingProfile, stored: false }
  const subject = accountId ?? `${brand.id} ${email}`
  const minutes = submission?.isDryRun ? null : await countAttempt(ctx, OPT_IN_LIMIT, subject)
  if (minutes !== null)
    throw new Failure('too-many-requests', 'Too many requests for this address', {
      retryAfterSeconds: minutes * 60,
    })
  return changeForSubmission(ctx, submission, async tx => {
    const lockedProfile = await lockProfile(tx, key)
    if (lockedProfile && !isAnotherRequest(lockedProfile, requestedAt))
      return { profile: lockedProfile, stored: false }
    // A withdrawn subscription gets a new link, so that the link of an old mail does not confirm it.
    const ticket = lockedProfile?.state === 'requested' ? lockedProfile.ticket : createTicket()
    const profile: ProfileRow = {
      ...key,
      state: 'requested',
      ticket,
      unsubscribe_id: lockedProfile?.unsubscribe_id ?? randomUUID(),
      locale,
      source,
      requested_at: requestedAt,
      confirmed_at: null,
      withdrawn_at: null,
    }
    await upsertRow(tx.db, 'subscription_profiles', ['brand_id', 'email'], profile)
    await ctx.jobs.send(tx, mailOptInJob, [{ ticket }])
    return { profile, stored: true }
  })
}

const isAnotherRequest = ({ state, requested_at }: ProfileRow, requestedAt: Date) =>
  state !== 'confirmed' && requested_at < requestedAt

/**
 * Confirms the subscription of a mailed link; repeating it changes nothing. Throws 404 for another address or a wrong
 * token, with a reason for the token of a mail whose request was replaced, withdrawn or has expired since.
 */
export async function confirmSubscription(ctx: Context, typedEmail: string, token: string): Promise<void> {
  // A gateway that decodes the link as a form reads the + of an address as a space.
  const email = normalizeEmail(typedEmail).replaceAll(' ', '+')
  if (!wasMailed(ctx, email, token)) throw notFound('Subscription')
  const profiles = await listRows(ctx.db, 'subscription_profiles', { email })
  const matchingProfile = profiles.find(({ ticket }) => isOptInToken(ctx, ticket, token))
  if (!matchingProfile) throw createEndedFailure()
  await change(ctx, async tx => {
    const profile = await lockProfile(tx, matchingProfile)
    if (profile?.ticket !== matchingProfile.ticket || profile.state === 'withdrawn')
      throw createEndedFailure()
    if (profile.state === 'confirmed') return
    await updateRows(
      tx.db,
      'subscription_profiles',
      { brand_id: matchingProfile.brand_id, email: matchingProfile.email },
      { state: 'confirmed', confirmed_at: ctx.clock.now() },
    )
    tx.afterCommit(() => ctx.log.info({ brand: matchingProfile.brand_id }, 'subscription confirmed'))
  })
}

const createEndedFailure = () =>
  new Failure('not-found', 'The subscription has ended', { reason: SUBSCRIPTION_ENDED })

/** Ends the subscription. Links in its earlier mails stop working. Idempotent. */
export async function withdrawSubscription(ctx: Context, key: ProfileKey): Promise<void> {
  await change(ctx, async tx => {
    const profile = await lockProfile(tx, key)
    if (!profile || profile.state === 'withdrawn') return
    await updateRows(
      tx.db,
      'subscription_profiles',
      { brand_id: key.brand_id, email: key.email },
      { state: 'withdrawn', withdrawn_at: ctx.clock.now() },
    )
    tx.afterCommit(() => ctx.log.info({ brand: key.brand_id }, 'subscription withdrawn'))
  })
}
