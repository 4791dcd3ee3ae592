import type pino from 'pino'
import type { Assortment } from './assortment.ts'
import type { BusinessCustomers } from './business-customers.ts'
import type { Receivers } from './callbacks/receivers.ts'
import type { ComplaintSync } from './complaints/complaint-sync.ts'
import type { Complaints } from './complaints/complaints.ts'
import type { ShopConfig } from './config.ts'
import type { Drafts } from './drafts.ts'
import type { CallSettings } from './keepsake-calls/behaviour.ts'
import type { KeepsakeClient } from './keepsake-client.ts'
import type { OrderSync } from './orders/order-sync.ts'
import type { Orders } from './orders/orders.ts'
import type { ProjectSync } from './projects/project-sync.ts'
import type { Projects } from './projects/projects.ts'
import type { Withdrawals } from './withdrawals/withdrawals.ts'

/** The shop's context, created once by shop.ts and passed first to every handler. */
export interface Shop {
  config: ShopConfig
  log: pino.Logger
  now: () => Date
  /** HMAC key of the forms' CSRF tokens. */
  secret: string
  keepsake: KeepsakeClient
  assortment: Assortment
  businessCustomers: BusinessCustomers
  withdrawals: Withdrawals
  complaints: Complaints
  complaintSync: ComplaintSync
  receivers: Receivers
  drafts: Drafts
  /** How Keepsake's calls are answered. */
  calls: CallSettings
  orders: Orders
  orderSync: OrderSync
  projects: Projects
  projectSync: ProjectSync
}
