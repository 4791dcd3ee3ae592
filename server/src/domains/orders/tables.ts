import type { RetailerOrder } from '#contract/retailer-orders.ts'
import type { AccountColumns, Instant, Json, NullableInstant } from '../../schema.ts'

export interface OrderTables {
  orders: OrdersTable
  order_products: OrderProductsTable
  order_feeds: OrderFeedsTable
  reorder_requests: ReorderRequestsTable
}

declare module '../../schema.ts' {
  interface Schema extends OrderTables {}
}

export const orderTables: AccountColumns<OrderTables> = {
  orders: ['account_id'],
  order_products: ['account_id'],
  order_feeds: [],
  reorder_requests: ['account_id'],
}

/** Orders as the order system sent them; `body` is the whole state without account id and version. */
export interface OrdersTable {
  account_id: string
  code: string
  /** 0: stored before versions were sent. */
  version: number
  created_at: Instant
  /** Until when an order that awaits payment can be paid; null otherwise. */
  payable_until: NullableInstant
  body: Json<OrderBody>
  received_at: Instant
  updated_at: Instant
}

/** An order without what is in the columns. */
export type OrderBody = Omit<RetailerOrder, 'accountId' | 'version'>

/** The products of the orders, to look them up by code and by article. */
export interface OrderProductsTable {
  code: string
  account_id: string
  order_code: string
  article: string
}

/** Versioned states that belong to no account row: delivery dates by order, article groups, campaigns by name. */
export interface OrderFeedsTable {
  feed: 'delivery-dates' | 'article-groups' | 'campaign'
  /** Of the feed: order code or campaign name; empty where the feed is one state. */
  key: string
  version: number
  body: Json<Record<string, unknown>>
  updated_at: Instant
}

/** The last request to order an order again: a repeated press must not make two baskets. */
export interface ReorderRequestsTable {
  account_id: string
  order_code: string
  request_id: string
  requested_at: Instant
}
