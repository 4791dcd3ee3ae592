import { z } from 'zod'
import { feedDeadline, feedInstant } from './feed-dates.ts'
import { nameText } from './input/text.ts'
import { webAddress } from './input/web-address.ts'
import { deadline, instant } from './scalars.ts'

/*
 * What the retailer says about an order that is being made: a delay, a hold until the customer has answered, or an
 * information.
 */

/** Why an order was put on hold. */
export const HOLD_REASONS = ['photo-quality', 'address', 'content', 'payment-check', 'other'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** Why an order takes longer than planned. */
export const DELAY_REASONS = ['production', 'material', 'carrier', 'weather', 'other'] as const
export type DelayReason = (typeof DELAY_REASONS)[number]

/** What happens to an order on hold whose customer does not answer. */
export const HOLD_DEFAULTS = ['print-as-is', 'cancel'] as const

/** The retailer's own words, in the customer's language, shown as a quotation. */
const noticeText = nameText({ max: 300 })

const retailerNoticeBase = { text: z.optional(noticeText), since: feedInstant }

/** A notice as the retailer sends it. `action.url` is at a shop of the customer's brand. */
export const retailerOrderNotice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), reason: z.enum(DELAY_REASONS), ...retailerNoticeBase }),
  z.strictObject({
    kind: z.literal('hold'),
    reason: z.enum(HOLD_REASONS),
    ...retailerNoticeBase,
    /** Until when the customer answers. */
    answerBy: feedDeadline.optional(),
    default: z.enum(HOLD_DEFAULTS).optional(),
    /** Where the customer answers. */
    action: z.strictObject({ label: nameText({ max: 60 }), url: webAddress }).optional(),
  }),
  z.strictObject({ kind: z.literal('info'), ...retailerNoticeBase, text: noticeText }),
])

/** A notice as the customer reads it. */
export const orderNotice = z.object({
  kind: z.enum(['delay', 'hold', 'info']),
  reason: z.string().optional(),
  text: z.string().optional(),
  since: instant,
  answerBy: deadline.optional(),
  default: z.enum(HOLD_DEFAULTS).optional(),
  action: z.object({ label: z.string(), url: z.string() }).optional(),
})
