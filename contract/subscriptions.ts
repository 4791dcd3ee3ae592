import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { feedInstant } from './feed-dates.ts'
import { normalizeEmail } from './input/email-address.ts'
import { nameText, text } from './input/text.ts'
import { submission, submissionResult } from './retailer-states.ts'
import { instant } from './scalars.ts'

/*
 * Newsletter subscriptions with double opt-in: requested by the customer or by the retailer's systems, confirmed by a
 * mailed link, withdrawn at any time.
 */

const channel = text({ min: 1, max: 100 })
/** An address as typed; normalised. */
const emailInput = z.string().overwrite(normalizeEmail).pipe(z.email().max(254))

/** Open on the page, so that a later state does not break it. */
export const SUBSCRIPTION_STATES = ['none', 'requested', 'confirmed', 'withdrawn'] as const

const subscription = z.object({
  /** 'none': never requested. */
  state: z.enum(SUBSCRIPTION_STATES),
  /** Since when it has that state; null for 'none'. */
  since: instant.nullable(),
})
export type Subscription = z.infer<typeof subscription>

export const getSubscription = endpoint('GET', 'subscriptions', '/me', {
  policy: 'customer',
  summary: 'Whether the caller receives the newsletter of their brand',
  answer: subscription,
})

export const requestSubscription = endpoint('POST', 'subscriptions', '/me', {
  policy: 'customer',
  summary: 'Mails the caller a link that confirms the subscription; nothing is mailed to a confirmed one',
  status: 202,
  continues: 'mail',
  answer: subscription,
})

export const withdrawSubscription = endpoint('DELETE', 'subscriptions', '/me', {
  policy: 'customer',
  summary: 'Ends the caller’s subscription at once; may be repeated',
})

/** `reason` of the 404 for a mailed link that was replaced, or whose request was withdrawn or has expired. */
export const SUBSCRIPTION_ENDED = 'ended'

export const confirmSubscription = endpoint(
  'POST',
  'subscriptions',
  '/api/v1/Profiles/:email/subscription/confirm/:token',
  {
    policy: 'public',
    summary:
      'Confirms a subscription by its mailed link (AA-055); may be repeated. 404 for a wrong token or address, with a reason (SUBSCRIPTION_ENDED) for a link that has ended',
    params: z.object({ email: text({ min: 1, max: 254 }), token: text({ min: 1, max: 200 }) }),
    errors: ['not-found'],
  },
)

const profile = subscription.extend({
  /** For List-Unsubscribe and the link of each newsletter: a page, and one-click by POST (RFC 8058). */
  unsubscribeUrl: z.string(),
})

export const putProfile = submission('subscriptions', '/retailer/profiles/:email', {
  serviceScope: 'subscriptions:write',
  summary:
    'Starts the double opt-in of an address; a request that is not later than the stored one changes nothing',
  params: z.object({ email: emailInput }),
  body: z.strictObject({
    channel,
    /** When the person requested it. */
    requestedAt: feedInstant,
    /** Source of the request, as in 'shop footer'. */
    source: z.optional(nameText({ max: 200 })),
  }),
  answer: profile.extend({
    ...submissionResult,
    state: z.enum(SUBSCRIPTION_STATES),
    /** Whether the request was stored. */
    stored: z.boolean(),
  }),
  errors: ['too-many-requests'],
})

export const getProfile = endpoint('GET', 'subscriptions', '/retailer/profiles/:email', {
  policy: 'service',
  serviceScope: 'subscriptions:write',
  summary: 'State of an address’s subscription: send newsletters to confirmed ones only',
  params: z.object({ email: emailInput }),
  query: z.strictObject({ channel }),
  answer: profile,
  errors: ['not-found'],
})
