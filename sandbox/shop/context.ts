import type pino from 'pino'
import { z } from 'zod'
import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import { putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import type { retailerStatement } from '#contract/retailer-calls/withdrawals.ts'
import { retailerComplaint } from '#contract/retailer-complaints.ts'
import { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import type { Receivers } from './callbacks/receivers.ts'
import type { Assortment } from './catalog.ts'
import type { ShopConfig } from './config.ts'
import type { Drafts } from './drafts.ts'
import type { Push } from './keepsake-calls/push.ts'
import type { KeepsakeClient } from './keepsake-client.ts'
import type { Orders } from './orders/order.ts'
import type { Projects } from './projects/project.ts'
import type { Records } from './records.ts'

/** A statement of withdrawal. */
export type Statement = z.infer<typeof retailerStatement>

/** A complaint as Keepsake sent it last, and what the back office has said about it. */
export const complaint = z.object({
  sent: sendComplaint.body,
  /** Absent until customer care looks at it. */
  state: retailerComplaint.optional(),
})
export type StoredComplaint = z.infer<typeof complaint>

/** The details of a business customer from Keepsake, and the status that the back office decided. */
export const businessCustomer = z.object({
  details: putBusinessCustomer.body,
  /** Absent until there is a decision. */
  decision: z.object({ version: z.int(), status: z.enum(DECIDED_STATUSES) }).optional(),
})
export type BusinessCustomer = z.infer<typeof businessCustomer>

/** The shop's context, created once by shop.ts and passed first to every handler. */
export interface Shop {
  config: ShopConfig
  log: pino.Logger
  now: () => Date
  keepsake: KeepsakeClient
  assortment: Assortment
  businessCustomers: Records<BusinessCustomer>
  /** Statements of withdrawal, by their ids. */
  withdrawals: Records<Statement>
  /** By their ids. */
  complaints: Records<StoredComplaint>
  receivers: Receivers
  drafts: Drafts
  /** How Keepsake's calls are answered. */
  calls: CallSettings
  orders: Orders
  projects: Projects
  /** Sends the newest states of these to Keepsake. */
  push: Push
}

/** How the shop answers all calls of Keepsake, to try out what Keepsake does then. */
export const CALL_BEHAVIOURS = ['accept', 'refuse', 'unavailable', 'slow', 'not-json'] as const
export type CallBehaviour = (typeof CALL_BEHAVIOURS)[number]

/** The behaviour since the start of the shop, which back office changes. */
interface CallSettings {
  behaviour: CallBehaviour
}

/** Longer than Keepsake waits for an answer. */
export const SLOW_MS = 20_000
