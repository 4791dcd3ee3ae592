import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { feedInstant } from './feed-dates.ts'
import { accountIdInput, id } from './id.ts'
import { nameText } from './input/text.ts'
import { checkDocument, INVOICE_KINDS, invoiceFields, invoiceNumber } from './invoice-document.ts'
import { PAYMENT_STATUSES } from './invoices.ts'
import { orderCode } from './retailer-orders.ts'
import {
  dryRunFields,
  listBack,
  readBack,
  submission,
  submissionResult,
  version,
  versionAnswer,
} from './retailer-states.ts'

/* Invoices as the retailer sends them, each time the whole state with its version, like orders. */

const sentFields = {
  version,
  /** The customer; the subject of the sign-in token. */
  accountId: accountIdInput,
  /** When its PDF becomes available; immediately if absent. */
  availableFrom: feedInstant.optional(),
  /**
   * Whether it is paid. The only field that may change once the PDF is ready. Without it an invoice of which nothing was due
   * at its issue is paid; of others it is not known.
   */
  paymentStatus: z.enum(PAYMENT_STATUSES).optional(),
  /** rendered: Keepsake renders the PDF. supplied: the retailer sends the PDF. */
  pdf: z.enum(['rendered', 'supplied']).default('rendered'),
}

const { number: _number, ...fieldsWithoutNumber } = invoiceFields

/** An invoice, a credit note, or the receipt of a consumer. */
export const retailerInvoice = z
  .strictObject({
    ...sentFields,
    kind: z.enum(['invoice', 'credit-note', 'receipt']),
    ...fieldsWithoutNumber,
  })
  .superRefine((invoice, ctx) => checkDocument({ number: 'X', ...invoice }, ctx))
export type RetailerInvoice = z.output<typeof retailerInvoice>

/** A collective invoice: one document over several orders. */
export const retailerInvoiceGroup = z
  .strictObject({ ...sentFields, ...invoiceFields })
  .superRefine((invoice, ctx) => checkDocument({ kind: 'collective', ...invoice }, ctx))
export type RetailerInvoiceGroup = z.output<typeof retailerInvoiceGroup>

/** An invoice, a credit note or a collective invoice, to see its PDF. */
export const invoicePreview = z
  .strictObject({ ...sentFields, kind: z.enum(INVOICE_KINDS), ...invoiceFields })
  .superRefine(checkDocument)
export type InvoicePreview = z.output<typeof invoicePreview>

const invoiceAnswer = versionAnswer.extend({
  /** The id in the customer's calls. */
  id,
  /** failed: the figures do not agree, as `problems` says; the next version may correct them. */
  state: z.enum(['announced', 'rendering', 'ready', 'failed']),
})

export const putInvoice = submission('invoices', '/retailer/invoices/:number', {
  serviceScope: 'invoices:write',
  summary:
    'Stores a version of an invoice, credit note or receipt of a channel, which may arrive before its orders (AA-084). Once its PDF is ready another content is a conflict',
  params: z.object({ number: invoiceNumber }),
  body: retailerInvoice,
  answer: invoiceAnswer,
})

export const putInvoiceGroup = submission('invoices', '/retailer/groups/:id', {
  serviceScope: 'invoices:write',
  summary: 'Stores a version of a collective invoice over several orders (AA-086)',
  params: z.object({ id: orderCode }),
  body: retailerInvoiceGroup,
  answer: invoiceAnswer,
})

/** Most previews that a service may have rendered in a minute. */
export const PREVIEWS_PER_MINUTE = 10

export const previewInvoice = endpoint('POST', 'invoices', '/retailer/invoices/preview', {
  policy: 'service',
  serviceScope: 'invoices:write',
  summary: `Renders the PDF of an invoice and stores nothing, at most ${PREVIEWS_PER_MINUTE} in a minute. Figures that do not agree are 400 with their problems`,
  body: invoicePreview,
  sendsFile: ['application/pdf'],
  errors: ['not-found', 'conflict', 'too-many-requests'],
})

export const getRetailerInvoice = readBack(putInvoice, {
  summary: 'An invoice or credit note of a channel as it was sent last, with its state and problems (NX-358)',
  query: z.strictObject({ channel: nameText({ max: 200 }) }),
})
export const getRetailerInvoices = listBack(putInvoice, {
  summary: 'Invoices and credit notes that were sent since an instant',
})
export const getRetailerInvoiceGroup = readBack(putInvoiceGroup, {
  summary: 'A collective invoice as it was sent last, with its state and problems',
})
export const getRetailerInvoiceGroups = listBack(putInvoiceGroup, {
  summary: 'Collective invoices that were sent since an instant',
})

/** Most bytes of a PDF that the retailer supplies. */
export const INVOICE_PDF_MAX_BYTES = 20 * 1024 * 1024

const suppliedPdf = {
  policy: 'service',
  serviceScope: 'invoices:write',
  query: z.object(dryRunFields),
  receivesFile: ['application/pdf'],
  answer: z.object({
    id,
    /** False when the same PDF was stored before. */
    stored: z.boolean(),
    ...submissionResult,
    state: z.literal('ready'),
  }),
  errors: ['not-found', 'conflict', 'too-large', 'unsupported-type'],
} as const

export const putInvoicePdf = endpoint('PUT', 'invoices', '/retailer/invoices/:number/:channel/pdf', {
  ...suppliedPdf,
  summary:
    "Stores the retailer's own PDF of an invoice that was announced with `pdf: supplied`; another one is a conflict (AA-084)",
  params: z.object({ number: invoiceNumber, channel: nameText({ max: 200 }) }),
})

export const putInvoiceGroupPdf = endpoint('PUT', 'invoices', '/retailer/groups/:id/pdf', {
  ...suppliedPdf,
  summary:
    "Stores the retailer's own PDF of a collective invoice that was announced with `pdf: supplied` (AA-086)",
  params: z.object({ id: orderCode }),
})
