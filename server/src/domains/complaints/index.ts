import type { Context } from '../../context.ts'
import { defineDomain } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { defineExportPart } from '../exports/index.ts'
import { defineOrderPart, orderChanged } from '../orders/index.ts'
import { serveAttachments } from './attachment-address.ts'
import { cleanUp } from './clean-up.ts'
import { complaintEraser } from './erasure.ts'
import { loadExportedComplaints } from './export.ts'
import { cleanUpComplaints, mailComplaint } from './job-kinds.ts'
import { publishReprint } from './notifications.ts'
import { loadOrderComplaints } from './present.ts'
import { complaintRoutes } from './routes.ts'
import { sendComplaintMail } from './send-mail.ts'
import { listOrdersWithOpenComplaints } from './store/complaints.ts'
import { complaintTables } from './tables.ts'

defineOrderPart({
  name: 'complaints',
  load: loadOrderComplaints,
  listOpen: listOrdersWithOpenComplaints,
})

defineExportPart({ name: 'complaints', load: loadExportedComplaints })

export { submitComplaint } from './submit-complaint.ts'

/** Reported problems with ordered products, which the retailer's customer care decides (0173). */
export const complaints = defineDomain({
  name: 'complaints',
  dependsOn: ['brands', 'services', 'retailer-outbox', 'mails', 'customers', 'uploads', 'exports', 'orders'],
  tables: complaintTables,
  routes: complaintRoutes,
  mount: serveAttachments,
  jobs: [
    handleJob(mailComplaint, async (ctx, payloads) => {
      for (const { complaintId, event } of payloads) await sendComplaintMail(ctx, complaintId, event)
    }),
    handleJob(cleanUpComplaints, (ctx, _payloads, signal) => cleanUp(ctx, signal)),
  ],
  listeners: [on(orderChanged, (ctx: Context, tx, changed) => publishReprint(ctx, tx, changed))],
  eraseAccount: complaintEraser,
})
