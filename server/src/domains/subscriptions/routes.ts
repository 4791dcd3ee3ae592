import { findBrandByChannel } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { normalizeEmail } from '#contract/input/email-address.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import * as contract from '#contract/subscriptions.ts'
import type { Context } from '../../context.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { checkPastInstants } from '../../http/past-instants.ts'
import { type Caller, type Route, route, type ServiceCaller } from '../../http/route.ts'
import { mayAccessVendor } from '../../http/service-access.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { getBrandById } from '../brands/index.ts'
import { findActiveCustomer } from '../customers/index.ts'
import { findProfile, type ProfileKey, type ProfileRow } from './store.ts'
import { confirmSubscription, startOptIn, withdrawSubscription } from './subscriptions.ts'
import { createUnsubscribeUrl } from './unsubscribe-url.ts'

/** Presents the profile to the retailer's systems. */
const presentProfile = (ctx: Context, profile: ProfileRow) => ({
  ...presentSubscription(profile),
  unsubscribeUrl: createUnsubscribeUrl(ctx, profile),
})

export const subscriptionRoutes: readonly Route[] = [
  route(contract.getSubscription, async ({ ctx, caller }) =>
    presentSubscription(await findProfile(ctx.db, await getProfileKey(ctx, caller))),
  ),

  route(contract.requestSubscription, async ({ ctx, caller }) => {
    const { email, brand_id, locale } = await getCustomer(ctx, caller)
    const brand = getBrandById(brand_id)
    const requestedAt = ctx.clock.now()
    const { profile } = await startOptIn(ctx, {
      ...{ brand, email, locale, source: 'settings', requestedAt },
      accountId: caller.accountId,
    })
    return presentSubscription(profile)
  }),

  route(contract.withdrawSubscription, async ({ ctx, caller }) =>
    withdrawSubscription(ctx, await getProfileKey(ctx, caller)),
  ),

  route(contract.confirmSubscription, ({ ctx, params }) =>
    confirmSubscription(ctx, params.email, params.token),
  ),

  route(contract.putProfile, call => {
    const { ctx, params, body, request } = call
    const brand = getBrandByChannel(body.channel, request.service!)
    const requestedAt = new Date(body.requestedAt)
    const source = body.source ?? request.service!.name
    const { locale } = brand
    const email = normalizeEmail(params.email)
    const reference = { kind: 'profiles', key: email }
    return receiveSubmission(call, reference, async submission => {
      checkPastInstants(ctx, { requestedAt: body.requestedAt }, submission)
      const sent = { brand, email, locale, source, requestedAt }
      const { profile, stored } = await startOptIn(ctx, { ...sent, submission })
      return { ...presentProfile(ctx, profile), stored }
    })
  }),

  route(contract.getProfile, async ({ ctx, params, query, request }) => {
    const brand = getBrandByChannel(query.channel, request.service!)
    const profile = await findProfile(ctx.db, { brand_id: brand.id, email: normalizeEmail(params.email) })
    if (!profile) throw notFound('Subscription')
    return presentProfile(ctx, profile)
  }),
]

function getBrandByChannel(channel: string, service: ServiceCaller): Brand {
  const brand = findBrandByChannel(channel)
  if (!brand || !mayAccessVendor(service, brand.vendor))
    throw new Failure('bad-request', 'There is no such channel', { fields: { channel: 'unknown' } })
  return brand
}

async function getProfileKey(ctx: Context, caller: Caller): Promise<ProfileKey> {
  const { brand_id, email } = await getCustomer(ctx, caller)
  return { brand_id, email }
}

async function getCustomer(ctx: Context, { accountId }: Caller) {
  return requireFound(await findActiveCustomer(ctx.db, accountId), 'Customer')
}

function presentSubscription(profile: ProfileRow | undefined): Subscription {
  if (!profile) return { state: 'none', since: null }
  const { state, requested_at, confirmed_at, withdrawn_at } = profile
  const since = { requested: requested_at, confirmed: confirmed_at, withdrawn: withdrawn_at }[state]
  return { state, since: since?.toISOString() ?? null }
}
