import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { identityParams } from './identity.ts'
import { channelOf } from './input/channel.ts'
import { text } from './input/text.ts'
import { OPEN_MATTERS } from './order-waiting.ts'
import { count, deadline, instant } from './scalars.ts'

/*
 * Account deletion. The customer requests it and confirms it with a mailed link, which closes the account at once. The data
 * are erased at the end of a grace period; until then a link in a second mail reopens the account.
 */

const token = text({ min: 1, max: 200 })

/** An order of which something is still to come. `status` is one of the order system's. */
const openOrder = z.object({
  code: z.string(),
  status: z.string(),
  matter: z.enum(OPEN_MATTERS),
  paymentExpiresAt: deadline.optional(),
})
export type OpenOrder = z.infer<typeof openOrder>

export const getDeletionPreview = endpoint('GET', 'account', '/closures/preview', {
  policy: 'customer',
  summary: 'What deleting the account deletes, what stays, and which orders are not settled (AA-041)',
  answer: z.object({
    /** Days from closing the account to erasing its data; with 0 the data are erased at once. */
    graceDays: count,
    photos: count,
    /** Photos that were not imported from the legacy store yet: null if not counted, absent if there are none. */
    archivePhotos: count.nullable().optional(),
    albums: count,
    /** Bytes of the originals. */
    bytes: count,
    projects: count,
    widgets: count,
    orders: count,
    invoices: count,
    openOrders: z.array(openOrder),
  }),
})

/** Creates the schema of the body of a request; `channel` is one of the account's vendor. */
export const deletionBody = (channels: readonly string[]) => z.object({ channel: channelOf(channels) })

export const requestDeletion = endpoint('POST', 'account', '/v2/identities/:idpType/:idpSub/deleteaccount', {
  policy: 'customer',
  summary: 'Mails a link that deletes the caller’s account; it works once, for 24 hours (AA-051)',
  params: z.object(identityParams),
  body: deletionBody([]),
  status: 202,
  continues: 'mail',
  answer: z.object({ linkExpires: deadline }),
  errors: ['forbidden'],
  stepUp: 'always',
})

export const confirmDeletion = endpoint(
  'POST',
  'account',
  '/v2/identities/:idpType/:idpSub/deleteaccount/:token/actions/confirm',
  {
    policy: 'customer',
    summary:
      'Closes the account (AA-052): no sign-in, no data; 404 unknown or used, 410 expired, 403 another user’s',
    params: z.object({ ...identityParams, token }),
    answer: z.object({
      /** When the data are erased. */
      deletionDate: instant,
      /** For `getClosure` and `reopenAccount`; null without a grace period. */
      keepToken: z.string().nullable(),
    }),
    errors: ['forbidden', 'not-found', 'gone'],
  },
)
export type ConfirmedDeletion = z.infer<typeof confirmDeletion.answer>

export const getClosure = endpoint('GET', 'account', '/closures/:token', {
  policy: 'public',
  isNeverStored: true,
  summary: 'State of a closed account, for the link that keeps it; changes nothing',
  params: z.object({ token }),
  answer: z.object({
    /** 'reopened': by this link. 'deleted': being erased, or erased. */
    state: z.enum(['closed', 'reopened', 'deleted']),
    deletionDate: instant,
    /** Codes of the orders that will still be delivered. */
    openOrders: z.array(z.string()),
  }),
  errors: ['not-found'],
})
export type Closure = z.infer<typeof getClosure.answer>

export const reopenAccount = endpoint('POST', 'account', '/closures/:token/actions/keep', {
  policy: 'public',
  summary:
    'Reopens the account with everything in it; may be repeated. 409 when another account has its email address by now',
  params: z.object({ token }),
  errors: ['not-found', 'conflict', 'gone'],
})
