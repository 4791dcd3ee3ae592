import { z } from 'zod'
import { invoiceNumber } from '#contract/invoice-document.ts'
import { retailerInvoice } from '#contract/retailer-invoices.ts'

/** The file of an issued invoice or credit note; only `acknowledged` ever changes. */
export const invoice = z.object({
  number: invoiceNumber,
  orderCode: z.string(),
  body: retailerInvoice,
  /** Whether Keepsake has acknowledged it. */
  acknowledged: z.boolean(),
})
export type Invoice = z.infer<typeof invoice>

/** The content of an invoice without what is derived from its number. */
export type InvoiceContent = Omit<Invoice['body'], 'version'>
