import { z } from 'zod'
import { COMPLAINT_REASONS } from '#contract/complaint.ts'
import { demoCourse } from '#sandbox/demo-calls/demo-calls.ts'
import orders from './orders.json' with { type: 'json' }

/** An order of a demo customer: prints, one product of several photos, or frames with or without prints, which have no title. */
const plannedOrder = z.strictObject({
  /** Idempotency key; the order's code is the shop's. */
  key: z.string(),
  daysAgo: z.number(),
  /** Whether the consumer's accounts at the other vendors have it too. */
  isEverywhere: z.literal(true).optional(),
  ...demoCourse,
  /** Numbers of small and of large prints. */
  prints: z.tuple([z.int(), z.int()]).optional(),
  product: z
    .strictObject({
      article: z.string(),
      title: z.string().optional(),
      quantity: z.int(),
      photos: z.int().optional(),
      withPrints: z.literal(true).optional(),
    })
    .optional(),
  /** Delivered to a pick-up point instead of the customer's home. */
  pickup: z.literal(true).optional(),
  /** Delivered to the customer's family in Germany. */
  abroad: z.literal(true).optional(),
  /** The problem that the customer reports. */
  report: z.strictObject({ reason: z.enum(COMPLAINT_REASONS), text: z.string() }).optional(),
})
export type PlannedOrder = z.infer<typeof plannedOrder>

/** An order for each message that the page of an order has, over three years, newest first (NX-158). */
export const DEMO_ORDERS = z.array(plannedOrder).parse(orders)

const STUDIO_ORDERS = 240
/** Days between two orders of the studio. */
const STUDIO_PACE = 1.1
const NEWEST: readonly Pick<PlannedOrder, 'steps' | 'payment' | 'status'>[] = [
  { steps: 0, payment: 'later', status: 'paymentPending' },
  { steps: 1 },
  { steps: 1, status: 'approved' },
  { steps: 2 },
  { steps: 2, status: 'producing' },
  { steps: 2, status: 'on_hold' },
  { steps: 3 },
]

/** Plans the orders of a photographer's studio over nine months, newest first. */
export function planStudioOrders(): PlannedOrder[] {
  return Array.from({ length: STUDIO_ORDERS }, (_, index) => {
    const number = STUDIO_ORDERS - index
    return {
      key: `M-${5000 + number}`,
      daysAgo: 0.3 + index * STUDIO_PACE,
      ...(NEWEST[index] ?? (index % 29 === 17 ? { steps: 1, status: 'Cancelled' } : { steps: 4 })),
      product:
        index % 3 === 0
          ? { article: 'BOOK-28X28-48', title: `Wedding ${number}`, quantity: 1, photos: 36 }
          : {
              article: 'STUDIO-PACK-100',
              title: `Portraits ${number}`,
              quantity: 1 + (index % 5),
              photos: 20,
            },
    }
  })
}
