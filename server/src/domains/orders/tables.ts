import type { AccountColumns, Instant, Json } from '../../schema.ts'

export interface OrderTables {
  orders: OrdersTable
}

declare module '../../schema.ts' {
  interface Schema extends OrderTables {}
}

export const orderTables: AccountColumns<OrderTables> = {
  orders: ['account_id'],
}

/** Orders as the retailer sent them; `body` is the complete request without the account id. */
export interface OrdersTable {
  account_id: string
  code: string
  created_at: Instant
  state: string
  body: Json<Record<string, unknown>>
  received_at: Instant
  updated_at: Instant
}
