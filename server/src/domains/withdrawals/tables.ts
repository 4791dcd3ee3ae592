import type { WithdrawalState } from '#contract/withdrawal.ts'
import { type Instant, type Json, local, type NullableInstant, type TablesOf } from '../../schema.ts'

export const withdrawalTables = {
  withdrawals: local<WithdrawalsTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof withdrawalTables> {}
}

/** Statements of withdrawal, from signed-in customers and from the public form. */
export interface WithdrawalsTable {
  /** Idempotency key of the caller, and of the call to the retailer. */
  withdrawal_id: string
  reference: string
  /** Null for a statement that belongs to no account, or whose account was erased before the retailer had it. */
  account_id: string | null
  order_code: string | null
  brand_id: string
  /** The language of statement and receipt. */
  locale: string
  /** What was sent, to recognize its repetition. */
  input: Json<StatedWithdrawal>
  statement: string
  product_codes: Json<readonly string[]>
  is_late: boolean
  /** When the period ended, of a late one. */
  ended_at: NullableInstant
  state: WithdrawalState
  reason: string | null
  label_url: string | null
  send_back_by: NullableInstant
  /** Normalised address of the receipt. */
  recipient: string
  submitted_at: Instant
  /** When it was compared with the orders; null until then, only of a public statement. */
  checked_at: NullableInstant
  mailed_at: NullableInstant
  delivered_at: NullableInstant
  erased_at: NullableInstant
}

/** `products`, in own words, only of a public statement. `orderCode` is as typed. */
export interface StatedWithdrawal {
  orderCode: string
  productCodes?: string[]
  products?: string
  name: string
  email: string
}
