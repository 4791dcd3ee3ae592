import type { Subscription } from '#contract/subscriptions.ts'
import type { Context } from '../../context.ts'
import type { ProfileRow } from './store.ts'
import { createUnsubscribeUrl } from './unsubscribe-url.ts'

export function presentSubscription(profile: ProfileRow | undefined): Subscription {
  if (!profile) return { state: 'none', since: null }
  const { state, requested_at, confirmed_at, withdrawn_at } = profile
  const since = { requested: requested_at, confirmed: confirmed_at, withdrawn: withdrawn_at }[state]
  return { state, since: since?.toISOString() ?? null }
}

/** Presents the profile to the retailer's systems. */
export const presentProfile = (ctx: Context, profile: ProfileRow) => ({
  ...presentSubscription(profile),
  unsubscribeUrl: createUnsubscribeUrl(ctx, profile),
})
