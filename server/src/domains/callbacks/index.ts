import { defineDomain, eraseRows } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { callbackAddressChanged } from '../customers/index.ts'
import { invoiceReady } from '../invoices/index.ts'
import { orderChanged } from '../orders/index.ts'
import { cleanUp } from './clean-up.ts'
import { deliverDueEvents } from './delivery/dispatcher.ts'
import { onInvoiceReady, onOrderChanged } from './emit-event.ts'
import { onCallbackAddressChanged } from './endpoint.ts'
import { sendEndpointDisabledEmail } from './endpoint-disabled-email.ts'
import { cleanUpCallbacks, deliverCallbacks, mailEndpointDisabled, recoverCallbacks } from './job-kinds.ts'
import { callbackAttempts } from './metrics.ts'
import { callbackRoutes, serveXmlSchema } from './routes.ts'
import { getAccountRowsSql } from './store/callbacks.ts'
import { callbackTables } from './tables.ts'

export { type PastEvent, storePastEvents } from './past-events.ts'
export { replaceSecret, requestTest } from './requests.ts'

/** Webhooks to the systems of business customers, and their log. */
export const callbacks = defineDomain({
  name: 'callbacks',
  dependsOn: ['brands', 'mails', 'customers', 'identity', 'orders', 'invoices'],
  metrics: { counted: [callbackAttempts] },
  tables: callbackTables,
  routes: callbackRoutes,
  mount: serveXmlSchema,
  jobs: [
    handleJob(deliverCallbacks, (ctx, _payloads, signal) => deliverDueEvents(ctx, signal)),
    handleJob(recoverCallbacks, (ctx, _payloads, signal) => deliverDueEvents(ctx, signal)),
    handleJob(mailEndpointDisabled, async (ctx, payloads) => {
      for (const { accountId } of payloads) await sendEndpointDisabledEmail(ctx, accountId)
    }),
    handleJob(cleanUpCallbacks, cleanUp),
  ],
  listeners: [
    on(orderChanged, onOrderChanged),
    on(invoiceReady, onInvoiceReady),
    on(callbackAddressChanged, onCallbackAddressChanged),
  ],
  eraseAccount: eraseRows(getAccountRowsSql),
})
