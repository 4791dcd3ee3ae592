import { defineDomain, eraseRows } from '../../domain.ts'
import { on } from '../../platform/events/events.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import { apiKeyExpiring } from '../api-keys/index.ts'
import { callbackAddressChanged } from '../customers/index.ts'
import { invoiceReady } from '../invoices/index.ts'
import { orderChanged } from '../orders/index.ts'
import { productFileStored } from '../product-files/index.ts'
import { callbackAddressAccess, callbackSecretAccess } from './access.ts'
import { cleanUp } from './clean-up.ts'
import { deliverDueEvents } from './delivery/dispatcher.ts'
import { onApiKeyExpiring, onInvoiceReady, onOrderChanged, onProductFileStored } from './emitters.ts'
import { onCallbackAddressChanged } from './endpoint.ts'
import { sendEndpointDisabledEmail } from './endpoint-disabled-email.ts'
import { cleanUpCallbacks, deliverCallbacks, mailEndpointDisabled, recoverCallbacks } from './job-kinds.ts'
import { callbackAttempts } from './metrics.ts'
import { callbackRoutes, serveXmlSchemas } from './routes.ts'
import { getAccountRowsSql } from './store/callbacks.ts'
import { callbackTables } from './tables.ts'

export { callbackSecretAccess } from './access.ts'
export { emitOrderFileAccepted, emitOrderFileRefused } from './emitters.ts'
export { replaceSecret } from './replace-secret.ts'
export { requestTest } from './requests.ts'

/** Webhooks to the systems of business customers, and their log. */
export const callbacks = defineDomain({
  name: 'callbacks',
  dependsOn: ['brands', 'mails', 'customers', 'identity', 'api-keys', 'orders', 'invoices', 'product-files'],
  metrics: { counted: [callbackAttempts] },
  tables: callbackTables,
  routes: callbackRoutes,
  mount: serveXmlSchemas,
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
    on(productFileStored, onProductFileStored),
    on(apiKeyExpiring, onApiKeyExpiring),
    on(callbackAddressChanged, onCallbackAddressChanged),
  ],
  access: [callbackAddressAccess, callbackSecretAccess],
  eraseAccount: eraseRows(getAccountRowsSql),
})
