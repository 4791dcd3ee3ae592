import { z } from 'zod'
import { deliveryAddressInput } from '#contract/delivery-address.ts'
import { accountIdInput, idInput } from '#contract/id.ts'
import { minorUnits } from '#contract/money.ts'
import { retailerCall } from '#contract/retailer-calls/retailer-call.ts'
import { orderCode, orderStatus } from '#contract/retailer-orders.ts'
import { count, instant } from '#contract/scalars.ts'

const word = z.string().min(1).max(200)

/**
 * Places an order as if its customer had done so in the past and its fulfilment had reached a status. Only the demo
 * makes this call, and only the stand-in shop answers it; it is not a part of the retailer's interface. Idempotent by
 * key. 404 where the shop was not started for a demo.
 */
export const placeDemoOrder = retailerCall({
  method: 'PUT',
  path: '/demo-orders/:key',
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
    product: z.object({ article: word, title: word, quantity: z.int().min(1).max(99) }).optional(),
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
