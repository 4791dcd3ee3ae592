import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInput } from './id.ts'
import { currency } from './money.ts'
import { changesQuery, nextCursor, PAGE_MAX, pageLimit } from './paging.ts'
import { resourceVersion } from './resource-version.ts'
import { orderCode } from './retailer-orders.ts'
import { instant } from './scalars.ts'

/** A document of an order, of a business or a consumer. Kind and state are open, so that clients accept later values. */
const orderDocument = z.object({
  id: z.string(),
  number: z.string(),
  ...resourceVersion,
  /** invoice, credit-note, collective, receipt. */
  kind: z.string(),
  /** Calendar day of issue, YYYY-MM-DD. */
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  /** With VAT, in minor units; negative for a credit note. */
  amount: z.int(),
  currency,
  /** announced, rendering, ready, failed. */
  state: z.string(),
  /** While it is announced: when the PDF becomes available. */
  availableFrom: instant.optional(),
  orderCodes: z.array(z.string()),
  /** Numbers of the documents that it corrects. */
  corrects: z.array(z.string()),
})
export type OrderDocument = z.infer<typeof orderDocument>

export const getOrderDocuments = endpoint('GET', 'invoices', '/v1/documents', {
  policy: 'customer',
  scope: 'invoices:read',
  summary:
    'Receipts, invoices and credit notes of the caller’s order, or of all, the oldest first (NX-145), or with `changedSince` the oldest change first (NX-442)',
  query: z.strictObject({ orderCode: orderCode.optional(), ...changesQuery, limit: pageLimit(PAGE_MAX) }),
  answer: z.object({ documents: z.array(orderDocument), cursor: nextCursor }),
  errors: ['not-found'],
})

export const getOrderDocumentPdf = endpoint('GET', 'invoices', '/v1/documents/:id/pdf', {
  policy: 'customer',
  scope: 'invoices:read',
  isVersioned: true,
  summary: 'The PDF of a document of the caller (NX-145); 404 also until it is ready',
  params: z.object({ id: idInput }),
  sendsFile: ['application/pdf'],
  errors: ['not-found'],
})
