import type { ColumnType, Generated } from 'kysely'
import type { AddressChangeState, AddressRefusal } from '#contract/address-change.ts'
import type { CancellationReason, CancellationRefusal, CancellationState } from '#contract/cancellation.ts'
import type { RetailerAddress } from '#contract/delivery-address.ts'
import type { AddressDetails } from '#contract/input/address/address.ts'
import type { DayRange } from '#contract/order-delivery.ts'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { type Instant, type Json, local, type NullableInstant, type TablesOf } from '../../schema.ts'
import type { OrderMailKind } from './order-mails/order-events.ts'

export const orderTables = {
  order_address_changes: local<OrderAddressChangesTable>('account_id'),
  order_cancellations: local<OrderCancellationsTable>('account_id'),
  order_feeds: local<OrderFeedsTable>(),
  order_mails: local<OrderMailsTable>('account_id'),
  reorder_requests: local<ReorderRequestsTable>('account_id'),
  order_photos: local<OrderPhotosTable>('account_id'),
  order_products: local<OrderProductsTable>('account_id'),
  orders: local<OrdersTable>('account_id'),
  order_list_versions: local<OrderListVersionsTable>('account_id'),
  order_records: local<OrderRecordsTable>(),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof orderTables> {}
}

/** Orders as the order system sent them; `body` is the whole state without account id and version. */
export interface OrdersTable {
  account_id: string
  code: string
  version: number
  created_at: Instant
  /** The payment deadline of an order that awaits payment; null otherwise. */
  payable_until: NullableInstant
  body: Json<OrderBody>
  /** This and the columns below are what the search compares. */
  state: StoredState
  /** The calendar year of `created_at` where the customer's brand is. */
  placed_year: number
  search_text: string
  received_at: Instant
  /** When it last changed for its customer, also without another version. */
  updated_at: Instant
}

/** The state of an order that does not depend on the time. */
export type StoredState =
  | 'awaiting-payment'
  | 'payment-failed'
  | 'ordered'
  | 'in-production'
  | 'sent'
  | 'delivered'
  | 'cancelled'

/** An order without the fields that have columns. */
export type OrderBody = Omit<RetailerOrder, 'accountId' | 'version'>

/** The products of the orders, to look them up by code and by article. */
export interface OrderProductsTable {
  code: string
  account_id: string
  order_code: string
  article: string
}

/** The photos that ordered products contain, as the retailer names them: they need not be in the library. */
export interface OrderPhotosTable {
  account_id: string
  photo_id: string
  product_code: string
  order_code: string
}

/** Versioned states that belong to no account row: delivery dates by order, article groups, campaigns by name. */
export interface OrderFeedsTable {
  feed: 'delivery-dates' | 'article-groups' | 'campaign'
  /** Order code or campaign name; empty where the feed is one state. */
  key: string
  version: number
  body: Json<Record<string, unknown>>
  updated_at: Instant
  /** Of delivery dates: the days that were promised at first; null of other feeds. */
  promised: Json<PromisedDays> | null
}

/** Days by the code of the product. */
export type PromisedDays = Record<string, DayRange>

/** The orders of erased accounts without personal data. */
export interface OrderRecordsTable {
  code: string
  created_at: Instant
  /** In minor units; int8 is read as text. */
  amount: ColumnType<string | null, number | string | null, never>
  currency: string | null
}

/** The last request to order an order again, so that a repeated request does not create two baskets. */
export interface ReorderRequestsTable {
  account_id: string
  order_code: string
  request_id: string
  requested_at: Instant
}

/**
 * Changes of delivery addresses that customers requested. An order has at most one that is neither applied nor
 * refused.
 */
export interface OrderAddressChangesTable {
  /** Idempotency key: the order system receives it with each attempt and applies a change once. */
  change_id: string
  account_id: string
  order_code: string
  state: AddressChangeState
  address: Json<AddressDetails>
  /** The order's address when the change was requested. */
  previous_address: Json<RetailerAddress>
  refusal: AddressRefusal | null
  requested_at: Instant
  updated_at: Instant
  /** When the customer was notified of the refusal. */
  mailed_at: NullableInstant
}

/** Cancellations that customers requested. An order has at most one that is neither accepted nor refused. */
export interface OrderCancellationsTable {
  /** Idempotency key, chosen by the page; the order system receives it with each attempt. */
  cancellation_id: string
  account_id: string
  order_code: string
  state: CancellationState
  reason: CancellationReason | null
  refusal: CancellationRefusal | null
  requested_at: Instant
  updated_at: Instant
  /** When the customer was notified of the decision. */
  mailed_at: NullableInstant
}

/** Mails of what happened to orders: of each event one. */
export interface OrderMailsTable {
  mail_id: string
  account_id: string
  order_code: string
  kind: OrderMailKind
  /** What tells the event from others of its order, derived from what the versions say of it; of a delay also the day. */
  event_key: string
  /** How often versions have told of the event before it was mailed. */
  requests: Generated<number>
  requested_at: Instant
  /** Before this instant it is not sent: the second news of a day waits for the next morning. */
  due_at: Instant
  mailed_at: NullableInstant
  /** Of a delay: the new days that the mail named, FROM/TO. */
  mailed_days: string | null
}

/**
 * Renewed by the database with every statement that changes an order of the account, a change of its address, a cancellation
 * or its delivery dates; a version never returns.
 */
export interface OrderListVersionsTable {
  account_id: string
  version: ColumnType<string, never, never>
}
