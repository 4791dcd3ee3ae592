import type pino from 'pino'
import type { ShopConfig } from './config.ts'
import type { Delivery } from './delivery.ts'
import type { Drafts } from './drafts.ts'
import type { Keepsake } from './keepsake.ts'
import type { Orders } from './orders.ts'

/** What every handler of the shop gets first, made once by shop.ts. */
export interface Shop {
  config: ShopConfig
  log: pino.Logger
  now: () => Date
  /** Key of the forms' checks. */
  secret: string
  keepsake: Keepsake
  drafts: Drafts
  orders: Orders
  delivery: Delivery
}
