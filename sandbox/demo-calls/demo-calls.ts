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

/** What the shop says about an order beside its status, or answers when its customer asks for something. */
export const DEMO_SCENES = [
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
 * Places an order as if its customer had done so in the past and its fulfilment had reached a status. Unavailable until
 * Keepsake has an order of which more is to come.
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
      .array(photo.extend({ name: z.string() }))
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
