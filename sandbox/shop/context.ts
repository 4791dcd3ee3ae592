import type pino from 'pino'
import { z } from 'zod'
import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import { putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import { retailerStatement } from '#contract/retailer-calls/withdrawals.ts'
import { retailerComplaint } from '#contract/retailer-complaints.ts'
import { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { receiver } from './callbacks/receivers.ts'
import type { Assortment } from './catalog.ts'
import type { ShopConfig } from './config.ts'
import { draft } from './drafts.ts'
import type { Push } from './keepsake-calls/push.ts'
import type { KeepsakeClient } from './keepsake-client.ts'
import { order } from './orders/order.ts'
import { project } from './projects/project.ts'
import type { Records } from './records.ts'

/** A statement of withdrawal. */
export type Statement = z.infer<typeof retailerStatement>

/** A complaint as Keepsake sent it last, and what the back office has said about it. */
const complaint = z.object({
  sent: sendComplaint.body,
  /** Absent until customer care looks at it. */
  state: retailerComplaint.optional(),
})
export type StoredComplaint = z.infer<typeof complaint>

/** The details of a business customer from Keepsake, and the status that the back office decided. */
const businessCustomer = z.object({
  details: putBusinessCustomer.body,
  /** Absent until there is a decision. */
  decision: z.object({ version: z.int(), status: z.enum(DECIDED_STATUSES) }).optional(),
})
export type BusinessCustomer = z.infer<typeof businessCustomer>

/** Opens the stored records of a kind, in a folder of this name. */
type Open = <R>(name: string, schema: z.ZodType<R>) => Records<R>

/** Opens what the handlers of the shop store, all by their ids. */
export const openStores = (open: Open) => ({
  businessCustomers: open('business-customers', businessCustomer),
  withdrawals: open('withdrawals', retailerStatement),
  complaints: open('complaints', complaint),
  receivers: open('callback-receivers', receiver),
  drafts: open('drafts', draft),
  orders: open('orders', order),
  projects: open('projects', project),
})

/** The shop's context, created once by shop.ts and passed first to every handler. */
export interface Shop extends ReturnType<typeof openStores> {
  config: ShopConfig
  log: pino.Logger
  now: () => Date
  keepsake: KeepsakeClient
  assortment: Assortment
  /** How Keepsake's calls are answered since the start of the shop; back office changes it. */
  calls: { behaviour: (typeof CALL_BEHAVIOURS)[number] }
  /** Sends the newest states of these to Keepsake. */
  push: Push
}

/** How the shop answers all calls of Keepsake, to try out what Keepsake does then. */
export const CALL_BEHAVIOURS = ['accept', 'refuse', 'unavailable', 'slow', 'not-json'] as const

/** Longer than Keepsake waits for an answer. */
export const SLOW_MS = 20_000
