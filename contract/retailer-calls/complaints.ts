import { z } from 'zod'
import { COMPLAINT_REASONS, COMPLAINT_WISHES } from '../complaint.ts'
import { accountIdInput, idInput } from '../id.ts'
import { orderCode } from '../retailer-orders.ts'
import { instant } from '../scalars.ts'
import { retailerCall } from './retailer-call.ts'

/**
 * The whole state of a complaint as the customer made it. `revision` rises with each change; a lower one than the known one
 * changes nothing. 202: customer care decides by the feed of complaints. 409 is final. These fields are all that customer
 * care learns.
 */
export const sendComplaint = retailerCall('PUT', '/complaints/:complaintId', {
  params: z.object({ complaintId: idInput }),
  body: z.object({
    revision: z.int().min(1),
    accountId: accountIdInput,
    orderCode,
    submittedAt: instant,
    productCodes: z.array(orderCode),
    reason: z.enum(COMPLAINT_REASONS),
    text: z.string(),
    wish: z.enum(COMPLAINT_WISHES),
    /** Photos of the report and of its messages. GET /api/complaints/retailer/attachments/{id} returns one. */
    attachments: z.array(z.object({ id: idInput, sha256: z.string(), size: z.int() })),
    messages: z.array(
      z.object({
        id: idInput,
        at: instant,
        text: z.string(),
        attachmentIds: z.array(idInput),
        /** The customer objects to the decision. */
        reopens: z.literal(true).optional(),
      }),
    ),
    isClosed: z.boolean(),
  }),
  answer: z.object({ complaintId: z.string() }),
  status: 202,
})
