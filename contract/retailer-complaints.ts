import { z } from 'zod'
import { COMPLAINT_OUTCOMES } from './complaint.ts'
import { endpoint } from './endpoint.ts'
import { feedDeadline, feedInstant } from './feed-dates.ts'
import { idInput } from './id.ts'
import { refuseField } from './input/field-issues.ts'
import { nameText } from './input/text.ts'
import { minorUnits } from './money.ts'
import { orderCode } from './retailer-orders.ts'
import { listBack, readBack, submission, version } from './retailer-states.ts'

/*
 * What customer care has said and decided about complaints, each time the whole state with its version, like orders.
 */

/** Texts of customer care, in the customer's language. */
const words = nameText({ max: 2000 })

const decision = z
  .strictObject({
    at: feedInstant,
    outcome: z.enum(COMPLAINT_OUTCOMES),
    /** Of a reprint; the order may arrive later. */
    orderCode: orderCode.optional(),
    refund: z.strictObject({ amount: minorUnits.min(1), expectedBy: feedDeadline }).optional(),
    voucherCode: z.optional(nameText({ max: 200 })),
    reason: z.optional(words),
  })
  .superRefine((value, ctx) => {
    const field = REQUIRED_FIELDS[value.outcome]
    if (value[field] === undefined) refuseField(ctx, [field], 'missing')
  })

/** What a decision of each outcome must have. */
const REQUIRED_FIELDS = {
  reprint: 'orderCode',
  refund: 'refund',
  voucher: 'voucherCode',
  declined: 'reason',
} as const

const stateFields = z.strictObject({
  version,
  state: z.enum(['in-review', 'question', 'decided', 'closed']),
  messages: z
    .array(z.strictObject({ id: nameText({ max: 64 }), at: feedInstant, text: words }))
    .max(200)
    .default([]),
  /** Until when the customer answers a question, or customer care the complaint. */
  answerBy: feedDeadline.optional(),
  decision: decision.optional(),
})

export const retailerComplaint = stateFields.superRefine(({ state, messages, decision }, ctx) => {
  if (state === 'decided' && !decision) refuseField(ctx, ['decision'], 'missing')
  if (state === 'question' && messages.length === 0) refuseField(ctx, ['messages'], 'too-few')
  if (new Set(messages.map(({ id }) => id)).size < messages.length) refuseField(ctx, ['messages'])
})
export type RetailerComplaint = z.output<typeof retailerComplaint>

export const putRetailerComplaint = submission('complaints', '/retailer/complaints/:complaintId', {
  serviceScope: 'complaints:write',
  summary: 'Stores a version of what customer care has said and decided about a complaint (NX-141)',
  params: z.object({ complaintId: idInput }),
  body: retailerComplaint,
})

export const getRetailerComplaint = readBack(putRetailerComplaint, {
  summary: 'What was sent last about a complaint (NX-358)',
})
export const getRetailerComplaints = listBack(putRetailerComplaint, {
  summary: 'Complaints of which something was sent since an instant',
})

export const getRetailerAttachment = endpoint('GET', 'complaints', '/retailer/attachments/:attachmentId', {
  policy: 'service',
  serviceScope: 'complaints:read',
  summary: 'A photo of a complaint that was sent, as JPEG without metadata; 404 once it was deleted (NX-142)',
  params: z.object({ attachmentId: idInput }),
  sendsFile: ['image/jpeg'],
  errors: ['not-found'],
})
