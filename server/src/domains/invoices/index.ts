import { defineDomain } from '../../domain.ts'
import { mountArchiveFile } from './archive-file.ts'
import { invoicesCommand } from './command.ts'
import { invoiceEraser } from './erasure.ts'
import { invoiceReady } from './events.ts'
import { invoiceJobs } from './jobs.ts'
import { invoiceRoutes } from './routes.ts'
import { invoiceTables } from './tables.ts'

export { invoiceReady } from './events.ts'
export { type InvoiceFile, listInvoiceFiles } from './invoice-files.ts'
export { upsertInvoice, upsertInvoiceGroup } from './invoices.ts'
export { countInvoices, listInvoices } from './store.ts'

/** Invoices, credit notes and collective invoices of the customers, as sent by the retailer, with their PDFs. */
export const invoices = defineDomain({
  name: 'invoices',
  dependsOn: ['services', 'customers', 'identity', 'downloads', 'orders'],
  tables: invoiceTables,
  routes: invoiceRoutes,
  mount: mountArchiveFile,
  jobs: invoiceJobs,
  emits: [invoiceReady],
  commands: [invoicesCommand],
  eraseAccount: invoiceEraser,
})
