import type { Context } from '../../context.ts'
import { handleJob, type JobRegistration } from '../../platform/jobs/jobs.ts'
import { renderInvoiceJob } from './job-kinds.ts'
import { renderPdf } from './render-pdf.ts'

export const invoiceJobs: readonly JobRegistration<Context>[] = [
  handleJob(renderInvoiceJob, async (ctx, payloads) => {
    for (const { accountId, invoiceId } of payloads) await renderPdf(ctx, accountId, invoiceId)
  }),
]
