import { z } from 'zod'
import { invoiceNumber } from '#contract/invoice-document.ts'
import { retailerInvoice } from '#contract/retailer-invoices.ts'

/** An issued invoice or credit note as its file keeps it; only `acknowledged` ever changes. */
export const invoice = z.object({
  number: invoiceNumber,
  orderCode: z.string(),
  body: retailerInvoice,
  /** Whether Keepsake has it. */
  acknowledged: z.boolean(),
})
export type Invoice = z.infer<typeof invoice>

/** What stands on an invoice, apart from what follows from its number. */
export type InvoiceContent = Omit<Invoice['body'], 'version'>
