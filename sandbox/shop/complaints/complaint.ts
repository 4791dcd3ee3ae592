import { z } from 'zod'
import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import { retailerComplaint } from '#contract/retailer-complaints.ts'
import type { Records } from '../records.ts'

/** A complaint as Keepsake sent it last, and what the back office has said about it. */
export const complaint = z.object({
  sent: sendComplaint.body,
  /** Absent until customer care looks at it. */
  state: retailerComplaint.optional(),
})
export type StoredComplaint = z.infer<typeof complaint>

/** The complaints by their ids. */
export type Complaints = Records<StoredComplaint>
