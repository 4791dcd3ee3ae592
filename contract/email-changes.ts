import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { identityParams } from './identity.ts'
import { channelOf } from './input/channel.ts'
import { newEmail } from './input/email-change.ts'
import { text } from './input/text.ts'
import { deadline, instant } from './scalars.ts'

/** Creates the schema of the body of a request; `channel` is the one of the page's brand. */
export const emailChangeBody = (rules: { presentEmail: string; channels: readonly string[] }) =>
  z.object({
    email: newEmail(rules.presentEmail),
    channel: channelOf(rules.channels),
    /** The customer no longer controls the present address: it gets a notice without a link. */
    oldAddressLost: z.boolean().optional(),
  })

/** A requested change of the e-mail address whose link has not been confirmed. */
export const emailChange = z.object({
  email: z.string(),
  requestedAt: instant,
  expiresAt: deadline,
  /** Whether the customer said that the present address is lost. */
  oldAddressLost: z.boolean(),
})
export type EmailChange = z.infer<typeof emailChange>

export const getEmailChange = endpoint('GET', 'account', '/v2/identities/:idpType/:idpSub/emailchanges', {
  policy: 'customer',
  isNeverStored: true,
  summary: 'The change of the e-mail address that awaits its confirmation; null without one',
  params: z.object(identityParams),
  answer: z.object({
    pending: emailChange.nullable(),
    /**
     * Whether the last sign-in, or confirmation, of this session used a passkey older than 30 days, so that a request may
     * have `oldAddressLost`.
     */
    trustedPasskeyUsed: z.boolean(),
  }),
  errors: ['forbidden', 'not-found'],
})

export const requestEmailChange = endpoint(
  'POST',
  'account',
  '/v2/identities/:idpType/:idpSub/emailchanges',
  {
    policy: 'customer',
    summary:
      'Mails a link to the new address, valid for 24 hours, that confirms the change (AA-053); ends the link of a change before; 403 for `oldAddressLost` unless the customer has just confirmed with a passkey older than 30 days; 409 for an address in use, 429 after 5 requests in an hour',
    params: z.object(identityParams),
    body: emailChangeBody({ presentEmail: '', channels: [] }),
    answer: emailChange,
    status: 202,
    continues: 'mail',
    errors: ['forbidden', 'not-found', 'conflict'],
    stepUp: 'always',
  },
)

export const cancelEmailChange = endpoint(
  'DELETE',
  'account',
  '/v2/identities/:idpType/:idpSub/emailchanges',
  {
    policy: 'customer',
    summary: 'Ends the link of the change that awaits its confirmation, if there is one',
    params: z.object(identityParams),
    errors: ['forbidden', 'not-found'],
  },
)

/** Reason of the 404 for a link that was confirmed before: its response was lost, or it was opened again. */
export const ALREADY_CONFIRMED = 'already-confirmed'

export const confirmEmailChange = endpoint(
  'POST',
  'account',
  '/v2/identities/:idpType/:idpSub/emailchanges/:token/actions/confirm',
  {
    policy: 'customer',
    summary:
      'Changes the e-mail address and ends all sessions (AA-054); 403 for a link of another customer, 404 for an unknown or used one, with the reason of ALREADY_CONFIRMED while the address is that of the link, 410 for an expired one, 409 if the address is in use by now',
    params: z.object({ ...identityParams, token: text({ min: 1, max: 200 }) }),
    errors: ['forbidden', 'not-found', 'gone', 'conflict'],
  },
)
