import { z } from 'zod'
import { COMPLAINT_REASONS, COMPLAINT_WISHES, orderComplaint } from './complaint.ts'
import { endpoint } from './endpoint.ts'
import { id, idInput } from './id.ts'
import { complaintMessageText, complaintText } from './input/complaint.ts'
import { minorUnits } from './money.ts'
import { ORDER_PRODUCTS_MAX, orderCode } from './retailer-orders.ts'
import { deadline, instant } from './scalars.ts'

/*
 * Reported problems with ordered products. Their photos are attachments. An attachment is uploaded by tus
 * (uploads.ts) with the metadata `purpose=complaint` and `complaintId`; its id is the id of the upload.
 */

/** Attachments of a report, and of a complaint that are not sent yet. */
export const COMPLAINT_ATTACHMENTS_MAX = 5
/** Attachments of a further message. */
export const MESSAGE_ATTACHMENTS_MAX = 3
/** Bytes of one attachment. */
export const ATTACHMENT_MAX_BYTES = 20 * 1024 * 1024
/** Bytes of an account's attachments that are not sent yet. */
export const UNSENT_ATTACHMENTS_MAX_BYTES = 100 * 1024 * 1024
/** Messages of a complaint in 24 hours. */
export const COMPLAINT_MESSAGES_A_DAY = 20
/** Days in which the customer can object to a decision. Then the complaint is closed. */
export const OBJECTION_DAYS = 30
/** Days after closing for which attachments are kept. */
export const ATTACHMENT_DAYS = 180

const attachment = z.object({
  id,
  /** Works for 30 minutes; absent when the photo was deleted, and for API keys. */
  url: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
})
export type ComplaintAttachment = z.infer<typeof attachment>

const message = z.object({
  id: z.string(),
  from: z.enum(['customer', 'care']),
  at: instant,
  text: z.string(),
  /** An objection to the decision, which put the complaint back in review. */
  reopens: z.literal(true).optional(),
  attachments: z.array(attachment),
})

/** A complaint of the caller with all that was said, in the order of time. */
export const complaint = orderComplaint.omit({ decision: true }).extend({
  orderCode,
  reason: z.enum(COMPLAINT_REASONS),
  wish: z.enum(COMPLAINT_WISHES),
  text: z.string(),
  attachments: z.array(attachment),
  messages: z.array(message),
  /** When customer care began to look at it. */
  reviewedAt: instant.optional(),
  decision: orderComplaint.shape.decision
    .unwrap()
    .extend({
      /** Whether the order of a reprint has arrived: then it is a link. */
      isOrderKnown: z.boolean().optional(),
      refund: z.object({ amount: minorUnits, expectedBy: deadline }).optional(),
    })
    .optional(),
  closedAt: instant.optional(),
})
export type Complaint = z.infer<typeof complaint>

const complaintParams = z.object({ complaintId: idInput })
const ERRORS = ['not-found', 'conflict'] as const

export const putComplaint = endpoint('PUT', 'complaints', '/v1/complaints/:complaintId', {
  policy: 'customer',
  summary:
    'Reports a problem with products of the caller’s order (NX-137). The same again changes nothing; other content under the id is a conflict. 409 has a reason: one of contract/complaint-rules.ts, or already-open with the open one’s id as fields.complaintId',
  params: complaintParams,
  body: z.object({
    orderCode,
    productCodes: z.array(orderCode).min(1).max(ORDER_PRODUCTS_MAX),
    reason: z.enum(COMPLAINT_REASONS),
    text: complaintText,
    wish: z.enum(COMPLAINT_WISHES),
    attachmentIds: z.array(idInput).max(COMPLAINT_ATTACHMENTS_MAX).default([]),
  }),
  answer: complaint,
  errors: ERRORS,
})

export const getComplaints = endpoint('GET', 'complaints', '/v1/complaints', {
  policy: 'customer',
  scope: 'complaints:read',
  summary: 'The complaints about an order of the caller, newest first (NX-139)',
  query: z.strictObject({ orderCode }),
  answer: z.object({ complaints: z.array(complaint) }),
  errors: ['not-found'],
})

export const addComplaintMessage = endpoint('POST', 'complaints', '/v1/complaints/:complaintId/messages', {
  policy: 'customer',
  summary:
    'Adds a message to a complaint, or with `reopens` objects to its decision, once within 30 days (NX-140). 409 has a reason: closed, not-decided, already-objected, too-late',
  params: complaintParams,
  body: z.object({
    messageId: idInput,
    text: complaintMessageText,
    attachmentIds: z.array(idInput).max(MESSAGE_ATTACHMENTS_MAX).default([]),
    reopens: z.literal(true).optional(),
  }),
  answer: complaint,
  status: 201,
  errors: ERRORS,
})

export const closeComplaint = endpoint('POST', 'complaints', '/v1/complaints/:complaintId/close', {
  policy: 'customer',
  summary: 'Closes a complaint; repeated, nothing changes (NX-140)',
  params: complaintParams,
  answer: complaint,
  errors: ['not-found'],
})

export const deleteComplaintAttachment = endpoint('DELETE', 'complaints', '/v1/attachments/:attachmentId', {
  policy: 'customer',
  summary: 'Deletes an attachment that is not sent yet (NX-135); a sent one is a conflict',
  params: z.object({ attachmentId: idInput }),
  errors: ERRORS,
})
