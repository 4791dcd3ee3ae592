import type { ColumnType } from 'kysely'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import type { InvoiceState, PaymentStatus } from '#contract/invoices.ts'
import { type Instant, type Json, local, type NullableInstant, type TablesOf } from '../../schema.ts'

export const invoiceTables = {
  invoices: local<InvoicesTable>('account_id'),
  invoice_records: local<InvoiceRecordsTable>(),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof invoiceTables> {}
}

/** int8 is read as text. */
type BigInteger = ColumnType<string, number | string, number | string>
type NullableBigInteger = ColumnType<string | null, number | string | null, number | string | null>

/** Invoices, credit notes and collective invoices as the retailer sent them. A row that is ready never changes its body. */
export interface InvoicesTable {
  invoice_id: string
  account_id: string
  channel: string
  /** Unique within its channel. */
  number: string
  /** The retailer's id of a collective invoice; null for others. */
  group_id: string | null
  /** YYYY-MM-DD. */
  issue_date: string
  /** With VAT, in minor units; negative for a credit note. */
  amount: BigInteger
  currency: string
  version: number
  body: Json<InvoiceDocument>
  /** As the retailer sent it last; null while the retailer has sent none. */
  payment_status: PaymentStatus | null
  pdf_source: 'rendered' | 'supplied'
  available_from: NullableInstant
  state: InvoiceState
  /** Reason of the failure: only the retailer can correct figures; rendering can be retried. */
  failure: 'figures' | 'rendering' | null
  /** The blob of the PDF; its key contains its hash, and it is written once. */
  blob_key: string | null
  sha256: string | null
  size: NullableBigInteger
  crc32: NullableBigInteger
  ready_at: NullableInstant
  updated_at: Instant
}

/** Records of the invoices of erased accounts, without personal data. */
export interface InvoiceRecordsTable {
  channel: string
  number: string
  issue_date: string
  amount: BigInteger
  currency: string
}
