import { z } from 'zod'
import { deliveryAddressInput } from '#contract/delivery-address.ts'
import { accountIdInput, idInput } from '#contract/id.ts'
import { minorUnits } from '#contract/money.ts'
import { retailerCall } from '#contract/retailer-calls/retailer-call.ts'
import { orderCode, orderStatus } from '#contract/retailer-orders.ts'
import { count, instant } from '#contract/scalars.ts'

const word = z.string().min(1).max(200)

/** What the shop says about an order beside its status, or answers when its customer asks for something. */
const DEMO_SCENES = [
  /** On hold with a question, or without one. */
  'asked',
  'held',
  /** Cancelled, and the money was sent back. */
  'refunded',
  /** A withdrawal is confirmed with a label. */
  'withdrawn',
  /** How a reported problem is answered. */
  'asked-back',
  'printed-again',
  'declined',
  'delayed',
  'overdue',
  'underway',
  'late',
  /** Sent years ago, without a word from the carrier. */
  'long-ago',
  'ready-for-pickup',
  'partly-sent',
  /** Delivered, with a receipt. */
  'received',
] as const
export type DemoScene = (typeof DEMO_SCENES)[number]

/**
 * Places an order as if its customer had done so in the past and its fulfilment had reached a status. Only the demo
 * makes this call, and only the stand-in shop answers it; it is not a part of the retailer's interface. Idempotent by
 * key. 404 where the shop was not started for a demo; unavailable until Keepsake has an order of
 * which more is to come.
 */
export const placeDemoOrder = retailerCall('PUT', '/demo-orders/:key', {
  params: z.object({ key: word }),
  body: z.object({
    accountId: accountIdInput,
    channel: word,
    placedAt: instant,
    status: orderStatus,
    deliveryAddress: deliveryAddressInput,
    /** Photos to print: in this size, or in the product. */
    photos: z
      .array(z.object({ id: idInput, name: z.string(), size: word, quantity: z.int().min(1).max(99) }))
      .min(1)
      .max(100),
    /** Absent: prints. */
    product: z
      .object({
        article: word,
        title: word,
        quantity: z.int().min(1).max(99),
        /** Whether the prints are ordered with it; only of a frame. */
        withPrints: z.literal(true).optional(),
      })
      .optional(),
    scene: z.enum(DEMO_SCENES).optional(),
    /** Whether its voucher was used. */
    isVoucherUsed: z.literal(true).optional(),
  }),
  /** Amounts of its invoice; prices include VAT. */
  answer: z.object({
    code: orderCode,
    products: z.array(
      z.object({
        article: word,
        title: word,
        description: word.optional(),
        quantity: count,
        price: minorUnits,
      }),
    ),
    total: minorUnits,
  }),
})
