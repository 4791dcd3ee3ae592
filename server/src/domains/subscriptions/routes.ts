import { brands } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { normalizeEmail } from '#contract/input/email-address.ts'
import * as contract from '#contract/subscriptions.ts'
import type { Context } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { checkPastInstants } from '../../http/past-instants.ts'
import { type Caller, type Route, route } from '../../http/route.ts'
import { getBrandById } from '../brands/index.ts'
import { findActiveCustomer } from '../customers/index.ts'
import { presentProfile, presentSubscription } from './present.ts'
import { findProfile, type ProfileKey } from './store.ts'
import { confirmSubscription, startOptIn, withdrawSubscription } from './subscriptions.ts'

export const subscriptionRoutes: readonly Route[] = [
  route(contract.getSubscription, async ({ ctx, caller }) =>
    presentSubscription(await findProfile(ctx.db, await getProfileKey(ctx, caller))),
  ),

  route(contract.requestSubscription, async ({ ctx, caller }) => {
    const { email, brand_id, locale } = await getCustomer(ctx, caller)
    const brand = getBrandById(brand_id)
    const requestedAt = ctx.clock.now()
    return presentSubscription(
      await startOptIn(ctx, {
        ...{ brand, email, locale, source: 'settings', requestedAt },
        accountId: caller.accountId,
      }),
    )
  }),

  route(contract.withdrawSubscription, async ({ ctx, caller }) =>
    withdrawSubscription(ctx, await getProfileKey(ctx, caller)),
  ),

  route(contract.confirmSubscription, ({ ctx, params }) =>
    confirmSubscription(ctx, params.email, params.token),
  ),

  route(contract.putProfile, async ({ ctx, params, body, request }) => {
    const brand = getBrandByChannel(body.channel)
    const requestedAt = new Date(body.requestedAt)
    checkPastInstants(ctx, { requestedAt: body.requestedAt })
    const source = body.source ?? request.service!
    const { locale } = brand
    const email = normalizeEmail(params.email)
    return presentProfile(ctx, await startOptIn(ctx, { brand, email, locale, source, requestedAt }))
  }),

  route(contract.getProfile, async ({ ctx, params, query }) => {
    const brand = getBrandByChannel(query.channel)
    const profile = await findProfile(ctx.db, { brand_id: brand.id, email: normalizeEmail(params.email) })
    if (!profile) throw notFound('Subscription')
    return presentProfile(ctx, profile)
  }),
]

function getBrandByChannel(channel: string): Brand {
  const brand = brands.find(each => each.channel === channel)
  if (!brand) throw new Failure('bad-request', 'There is no such channel', { fields: { channel: 'unknown' } })
  return brand
}

async function getProfileKey(ctx: Context, caller: Caller): Promise<ProfileKey> {
  const { brand_id, email } = await getCustomer(ctx, caller)
  return { brand_id, email }
}

async function getCustomer(ctx: Context, { accountId }: Caller) {
  const customer = await findActiveCustomer(ctx.db, accountId)
  if (!customer) throw notFound('Customer')
  return customer
}
