import { defineJob } from '../../platform/jobs/jobs.ts'

/** Renders the PDF of an invoice, once. */
export const renderInvoiceJob = defineJob<{ accountId: string; invoiceId: string }>('invoices.render', {
  // An invoice of thousands of lines takes minutes on a busy machine.
  leaseSeconds: 300,
})
