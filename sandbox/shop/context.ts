import type pino from 'pino'
import type { z } from 'zod'
import type { retailerStatement } from '#contract/retailer-calls/withdrawals.ts'
import type { Assortment } from './assortment.ts'
import type { BusinessCustomer } from './business-customer.ts'
import type { Receivers } from './callbacks/receivers.ts'
import type { Complaints } from './complaints/complaint.ts'
import type { ShopConfig } from './config.ts'
import type { Drafts } from './drafts.ts'
import type { Push } from './keepsake-calls/push.ts'
import type { KeepsakeClient } from './keepsake-client.ts'
import type { Orders } from './orders/order.ts'
import type { Projects } from './projects/project.ts'
import type { Records } from './records.ts'

/** A statement of withdrawal. */
export type Statement = z.infer<typeof retailerStatement>

/** The shop's context, created once by shop.ts and passed first to every handler. */
export interface Shop {
  config: ShopConfig
  log: pino.Logger
  now: () => Date
  /** HMAC key of the forms' CSRF tokens. */
  secret: string
  keepsake: KeepsakeClient
  assortment: Assortment
  businessCustomers: Records<BusinessCustomer>
  /** Statements of withdrawal, by their ids. */
  withdrawals: Records<Statement>
  complaints: Complaints
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
