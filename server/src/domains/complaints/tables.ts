import type { ColumnType } from 'kysely'
import type { COMPLAINT_WISHES, ComplaintReason, ComplaintState } from '#contract/complaint.ts'
import type { RetailerComplaint } from '#contract/retailer-complaints.ts'
import {
  type Instant,
  type Json,
  local,
  type NullableInstant,
  type NullableJson,
  type TablesOf,
} from '../../schema.ts'

export const complaintTables = {
  complaint_attachments: local<ComplaintAttachmentsTable>('account_id'),
  complaint_messages: local<ComplaintMessagesTable>('account_id'),
  complaint_products: local<ComplaintProductsTable>('account_id'),
  complaints: local<ComplaintsTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof complaintTables> {}
}

/** Reported problems, with what customer care has said and decided. */
export interface ComplaintsTable {
  /** Chosen by the sender, so that a repeated report is the same one. */
  complaint_id: string
  account_id: string
  order_code: string
  product_codes: Json<string[]>
  reason: ComplaintReason
  text: string
  wish: (typeof COMPLAINT_WISHES)[number]
  state: ComplaintState
  /** Incremented with each change by the customer. */
  revision: number
  /** Of the retailer's state; 0 before the first one. */
  version: number
  /** The retailer's last state, without its version. */
  feed: NullableJson<ComplaintFeed>
  /** The order of a reprint, which may arrive later. */
  reprint_code: string | null
  submitted_at: Instant
  updated_at: Instant
  reviewed_at: NullableInstant
  answer_by: NullableInstant
  decided_at: NullableInstant
  /** When the customer objected to a decision; that is possible once. */
  objected_at: NullableInstant
  closed_at: NullableInstant
  attachments_deleted_at: NullableInstant
  /** The events of which a mail was sent. */
  mailed: ColumnType<string[], string | undefined, string>
}

export type ComplaintFeed = Omit<RetailerComplaint, 'version'>

/** The products of complaints. A product has at most one open complaint. */
export interface ComplaintProductsTable {
  complaint_id: string
  account_id: string
  product_code: string
  is_open: boolean
}

/** What customers have added to their complaints. */
export interface ComplaintMessagesTable {
  message_id: string
  complaint_id: string
  account_id: string
  at: Instant
  text: string
  /** An objection to the decision. */
  reopens: boolean
}

/** Photos of complaints, which may arrive before their complaint. The row stays when the photo is deleted. */
export interface ComplaintAttachmentsTable {
  attachment_id: string
  account_id: string
  complaint_id: string
  /** The message it was sent with; null of the report's. */
  message_id: string | null
  /** Its place among the attachments that were sent together. */
  position: number | null
  /** Announced bytes of the file; int8 is read as text. */
  upload_size: ColumnType<string, number, never>
  sha256: string | null
  /** Of the JPEG. */
  size: number | null
  width: number | null
  height: number | null
  created_at: Instant
  /** When the JPEG was stored. */
  ready_at: NullableInstant
  sent_at: NullableInstant
  /** When its bytes were deleted. */
  deleted_at: NullableInstant
}
