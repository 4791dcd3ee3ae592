import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { accountIdInput } from './id.ts'
import { isStorableJson, nameText } from './input/text.ts'
import { instant } from './scalars.ts'

const word = nameText({ max: 200 })

/** The retailer's order code, unique over all brands. */
export const orderCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)

/** The order system's names of an order's state (OP-65). */
export const orderState = z.enum([
  'paymentPending',
  'paymentSuccess',
  'paymentFree',
  'paymentFailed',
  'approved',
  'processing',
  'producing',
  'on_hold',
  'delayed',
  'shipped',
  'cancelled',
  'verification failed',
  'processing failed',
  'rejected',
])
export type OrderState = z.infer<typeof orderState>

const product = z.strictObject({
  code: word,
  name: z.optional(word),
  quantity: z.int().min(1).max(100_000).optional(),
  status: orderState.optional(),
  voucher: z.optional(word),
  voucherDetails: z.record(z.string(), z.unknown()).refine(isStorableJson).optional(),
  paymentChangedDate: instant.optional(),
})

const deliveryAddress = z.strictObject({
  type: z.enum(['Home', 'PickupPoint']).default('Home'),
  name: word,
  street: z.optional(word),
  houseNumber: z.optional(word),
  extra: z.optional(word),
  postalCode: z.optional(word),
  city: z.optional(word),
  country: z.string().regex(/^[A-Z]{2}$/),
})

/** An order as the retailer's order system sends it, complete each time. */
export const retailerOrder = z.strictObject({
  /** The customer; the subject of the sign-in token. */
  accountId: accountIdInput,
  /** When the order was placed. */
  createdAt: instant,
  status: orderState,
  /** 'Resnap', or the application used to order (OP-67). */
  source: z.optional(word),
  products: z.array(product).max(1000).default([]),
  deliveryAddress: deliveryAddress.optional(),
  total: z
    .strictObject({
      amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
      currency: z.string().regex(/^[A-Z]{3}$/),
    })
    .optional(),
})
export type RetailerOrder = z.infer<typeof retailerOrder>

/** Documented for the retailer in docs/retailer-interface.md. */
export const putOrder = endpoint({
  method: 'PUT',
  service: 'orders',
  path: '/retailer/orders/:code',
  policy: 'service',
  summary: 'Inserts or replaces an order by its code and resets the retention period (PL-002); idempotent',
  params: z.object({ code: orderCode }),
  body: retailerOrder,
  answer: z.object({ code: z.string(), accountId: z.string(), lastOrderDate: instant.nullable() }),
  errors: ['bad-request', 'unauthorized', 'not-found', 'conflict'],
})
