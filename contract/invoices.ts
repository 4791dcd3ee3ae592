import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInput } from './id.ts'
import { nameText, text } from './input/text.ts'
import { currency } from './money.ts'
import { changesQuery, nextCursor, PAGE_MAX, pageLimit } from './paging.ts'
import { resourceVersion } from './resource-version.ts'
import { count, instant } from './scalars.ts'

export const INVOICE_STATES = ['announced', 'rendering', 'ready', 'failed'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** Of an invoice the amount is paid by the customer, of a credit note to the customer. */
export const PAYMENT_STATUSES = ['open', 'paid'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** 'credited': credit notes take back the whole amount of the invoice, so that nothing is to be paid for it. */
export const LISTED_PAYMENT_STATUSES = [...PAYMENT_STATUSES, 'credited'] as const

/** An invoice of the caller. Kind and status are open, so that clients accept later values. */
const historicalInvoice = z.object({
  /** Number of an invoice or credit note, for its PDF call. */
  id: z.string(),
  invoiceNumber: z.string(),
  ...resourceVersion,
  /** invoice, credit-note, collective, receipt. */
  kind: z.string(),
  /** Calendar day of issue, YYYY-MM-DD. */
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  /** With VAT, in minor units; negative for a credit note. */
  amount: z.int(),
  currency,
  /** announced, rendering, ready, failed. */
  status: z.string(),
  channel: z.string(),
  /** Set for a collective invoice: the id for its PDF call. */
  invoiceGroupId: z.string().optional(),
  /** `isKnown`: whether the order can be opened; an invoice may arrive before its orders. */
  orders: z.array(z.object({ code: z.string(), isKnown: z.boolean() })),
  /** Numbers of the invoices that it corrects. */
  corrects: z.array(z.string()),
  /** While it is announced: when the PDF becomes available. */
  availableFrom: instant.optional(),
  /** open, paid, credited; absent while it is not known. */
  paymentStatus: z.string().optional(),
  /** SHA-256 of the PDF, in hexadecimal; absent until the PDF is ready. */
  sha256: z.string().optional(),
  /** Whether rendering can be requested again; false while the retailer has to correct the invoice. */
  canRetry: z.boolean(),
})
export type HistoricalInvoice = z.infer<typeof historicalInvoice>

export const getHistoricalInvoices = endpoint('GET', 'invoices', '/api/v1/HistoricalInvoice/me', {
  policy: 'business',
  scope: 'invoices:read',
  summary:
    'The caller’s invoices, credit notes and collective invoices, newest first (AA-085, OP-72), or with `changedSince` the oldest change first (NX-442)',
  query: z.strictObject({ ...changesQuery, limit: pageLimit(PAGE_MAX) }),
  answer: z.object({ historicalInvoices: z.array(historicalInvoice), cursor: nextCursor }),
})

const channel = nameText({ max: 200 })
/** An id of the retailer, compared by case. */
const groupId = text({ max: 200 })
const periods = z.string().regex(/^\d{4}(-Q[1-4])?$/)

export const getInvoicePdf = endpoint('GET', 'invoices', '/api/v1/HistoricalInvoice/me/pdf/:id/:channel', {
  policy: 'business',
  scope: 'invoices:read',
  isVersioned: true,
  summary: 'The PDF of an invoice of the caller in its channel (AA-085); 404 also until it is ready',
  params: z.object({ id: idInput, channel }),
  sendsFile: ['application/pdf'],
  errors: ['not-found'],
})

export const getInvoiceGroupFile = endpoint('GET', 'invoices', '/api/v1/InvoiceGroupFiles/me/:id', {
  policy: 'business',
  scope: 'invoices:read',
  isVersioned: true,
  summary: 'The PDF of a collective invoice of the caller (AA-086); 404 also until it is ready',
  params: z.object({ id: groupId }),
  sendsFile: ['application/pdf'],
  errors: ['not-found'],
})

export const retryInvoice = endpoint('POST', 'invoices', '/api/v1/HistoricalInvoice/me/:id/retry', {
  policy: 'business',
  summary: 'Requests the PDF of an invoice of the caller again after it failed (AA-084)',
  params: z.object({ id: idInput }),
  answer: historicalInvoice,
  status: 202,
  continues: 'invoice',
  errors: ['not-found', 'conflict'],
})

export const getInvoiceArchiveUrl = endpoint('GET', 'invoices', '/v1/archives/:period/url', {
  policy: 'business',
  scope: 'invoices:read',
  summary:
    'A signed, short-lived address of one zip with a CSV and all PDFs that are ready, of a year (2026) or a quarter (2026-Q4)',
  params: z.object({ period: periods }),
  answer: z.object({ url: z.string(), invoicesCount: count, size: count }),
  errors: ['not-found'],
})
