import { z } from 'zod'
import { deliveryAddressInput } from '#contract/delivery-address.ts'
import { accountIdInput, idInput } from '#contract/id.ts'
import { minorUnits } from '#contract/money.ts'
import { retailerCall } from '#contract/retailer-calls/retailer-call.ts'
import { orderCode, orderStatus } from '#contract/retailer-orders.ts'
import { count, instant } from '#contract/scalars.ts'

/*
 * The demo's calls to the stand-in shop; no part of the retailer's interface. Idempotent. 404 where the shop was not started for a
 * demo.
 */

const word = z.string().min(1).max(200)
const photo = z.object({ id: idInput, size: word, quantity: z.int().min(1).max(99) })

/** What the back office does with an order of the past, by the name of its button or form. */
export const demoAction = z.object({
  action: word,
  fields: z.record(word, z.union([z.string(), z.number()])).optional(),
  /** Absent: now. */
  daysAgo: z.number().optional(),
  /** Whether it happens once Keepsake has the order. */
  isLater: z.literal(true).optional(),
})
export type DemoAction = z.infer<typeof demoAction>

/** How an order of the past was paid, how far it has come, and what happened to it. */
export const demoCourse = {
  /** Absent: at once. */
  payment: z.enum(['later', 'failing']).optional(),
  /** Steps of fulfilment that were taken. */
  steps: z.int().min(0).max(4),
  /** The status that followed the last step, if it is not that of a step. */
  status: orderStatus.optional(),
  actions: z.array(demoAction).optional(),
  /** Whether what was sent has not arrived. */
  isUndelivered: z.literal(true).optional(),
  /** What back office answers at once when its customer reports a problem, or withdraws. */
  decision: z.enum(['question', 'reprint', 'decline', 'confirm']).optional(),
}

/**
 * Places an order as if its customer had done so in the past and its fulfilment had come that far. Unavailable until
 * Keepsake has an order of which more is to come.
 */
export const placeDemoOrder = retailerCall('PUT', '/demo-orders/:key', {
  params: z.object({ key: word }),
  body: z.object({
    accountId: accountIdInput,
    channel: word,
    placedAt: instant,
    ...demoCourse,
    deliveryAddress: deliveryAddressInput,
    /** Photos to print: in this size, or in the product. */
    photos: z
      .array(photo.extend({ name: z.string() }))
      .min(1)
      .max(100),
    /** Absent: prints. */
    product: z
      .object({
        article: word,
        /** Absent: the article's name. */
        title: word.optional(),
        quantity: z.int().min(1).max(99),
        /** Whether the prints are ordered with it; only of a frame. */
        withPrints: z.literal(true).optional(),
      })
      .optional(),
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

/** Saves a project as if its customer had done so in the past. */
export const saveDemoProject = retailerCall('PUT', '/demo-projects/:key', {
  params: z.object({ key: word }),
  body: z.object({
    accountId: accountIdInput,
    channel: word,
    title: word,
    createdAt: instant,
    updatedAt: instant,
    /** When the shop deletes it, if that is before its photos are deleted. */
    expiresAt: instant.optional(),
    /** Photos to print: in that size, or in the product. */
    photos: z.array(photo).min(1).max(100),
    /** Code of the article that shows the photos; absent: prints. */
    article: word.optional(),
  }),
})

/**
 * Gives the simulated system of a business customer the secret with which it verifies callbacks. 404 for invalid names and
 * secrets.
 */
export const putDemoReceiver = retailerCall('PUT', '/demo-receivers/:name', {
  params: z.object({ name: z.string().min(1).max(40) }),
  body: z.object({ secret: z.string().min(1).max(200) }),
})
