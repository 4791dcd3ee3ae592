import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ADDRESS_REFUSALS } from '#contract/address-change.ts'
import { CANCELLATION_REFUSALS } from '#contract/cancellation.ts'
import { homeAddressInput } from '#contract/delivery-address.ts'
import { putDeliveryDates, type RetailerOrder, retailerOrder } from '#contract/retailer-orders.ts'
import { retailerVoucher } from '#contract/retailer-vouchers.ts'
import { retailerWidget } from '#contract/retailer-widgets.ts'

/** What a customer asked for, as Keepsake sent it: another delivery address, or the cancellation of the order. */
const customerRequest = z.object({
  kind: z.enum(['address', 'cancellation']),
  id: z.string(),
  address: homeAddressInput.optional(),
  receivedAt: z.string(),
  /** 'received': will be decided. */
  state: z.enum(['received', 'accepted', 'refused']),
  /** Reason of a refusal. */
  reason: z.enum([...ADDRESS_REFUSALS, ...CANCELLATION_REFUSALS]).optional(),
})
export type CustomerRequest = z.infer<typeof customerRequest>

/** Documents of a consumer's order, in the sequence of their issue. */
export const ORDER_DOCUMENTS = ['receipt', 'credit-note'] as const

/** The steps of fulfilment, first to last; they are statuses too. */
export const FULFILMENT_STEPS = [
  'Received',
  'Confirmed',
  'ProductionStarted',
  'ProductionCompleted',
  'Dispatched',
] as const

/** The file of an order. */
export const order = z.object({
  code: z.string(),
  /** Hash of the cookie of the browser that placed it. */
  visitor: z.string(),
  channel: z.string(),
  libraryUrl: z.string(),
  /** The prints. */
  lines: z.array(z.object({ photoId: z.string(), name: z.string(), size: z.string(), quantity: z.int() })),
  /** The photos of a product other than prints; absent in orders of prints. */
  photoIds: z.array(z.string()).optional(),
  /** The state that Keepsake receives; its version increases with each change. */
  state: retailerOrder,
  /** The previous state. */
  previous: retailerOrder.optional(),
  /** At most one of each kind is not decided; absent before the first one. */
  requests: z.array(customerRequest).optional(),
  /** Sent with their own versions. */
  deliveryDates: putDeliveryDates.body.optional(),
  /** The voucher of its first product; sent with its own versions. */
  voucher: retailerVoucher.optional(),
  /** The widget of its first product; sent with its own versions once the order is dispatched. */
  widget: retailerWidget.optional(),
  /** The last step that was taken; the status differs from it while something is wrong. */
  step: z.enum(FULFILMENT_STEPS),
  /** Since when the order waits for its next step. */
  stepAt: z.string(),
  /** Whether it takes no step until one is taken manually. */
  held: z.boolean(),
  payment: z.object({
    state: z.enum(['paid', 'awaited', 'failed']),
    /** Opens the pay page, in any browser. */
    token: z.string(),
  }),
  /** Whether the customer is deleted in Keepsake: nothing is sent. */
  isCustomerErased: z.literal(true).optional(),
  /** The ordered project, with its version. */
  project: z.object({ id: z.string(), version: z.int() }).optional(),
  /** True if its invoice was sent in the past, so that the shop issues none. */
  isInvoiced: z.boolean().optional(),
  /** Documents that were issued for a consumer. */
  documents: z.array(z.enum(ORDER_DOCUMENTS)).optional(),
  /** What back office answers at once when its customer reports a problem, or withdraws. */
  demoDecision: z.enum(['question', 'reprint', 'decline', 'confirm']).optional(),
})
export type Order = z.infer<typeof order>

/** When something happens to an order, and the origin of the shop's own pages. */
export interface Moment {
  now: Date
  origin: string
}

export const generatePaymentToken = () => randomBytes(16).toString('base64url')

/** Adds a new version of the state to the order; a new status is added to its history. */
export function addVersion(
  order: Order,
  now: Date,
  change: Partial<Omit<RetailerOrder, 'version' | 'history'>>,
): Order {
  const { state } = order
  const status = change.status ?? state.status
  const history =
    status === state.status ? state.history : [...state.history, { status, at: now.toISOString() }]
  return {
    ...order,
    previous: state,
    state: { ...state, ...change, version: state.version + 1, history: history.slice(-HISTORY_MAX) },
  }
}

/** The most that Keepsake accepts. */
const HISTORY_MAX = 100

/** Derives the code of a draft's order. Deterministic, so that placing it twice makes one order. */
export const deriveOrderCode = (draftId: string): string => `P-${deriveLetters(`order:${draftId}`)}`

/** Derives twelve letters and digits from a text, which do not reveal it. */
export function deriveLetters(text: string): string {
  const digest = createHash('sha256').update(text).digest()
  return [...digest.subarray(0, 12)].map(byte => LETTERS[byte % LETTERS.length]).join('')
}

/** Characters that are not easily confused. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
