import { millisecondsInDay } from 'date-fns/constants'
import { CALLBACK_LOG_DAYS } from '#contract/callbacks.ts'
import { type Context, change } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { readRows } from '../../platform/db/read-rows.ts'
import { findRow, greaterThan, listFirstRows, updateRows } from '../../platform/db/rows.ts'
import { on } from '../../platform/events/events.ts'
import { handleEach, handleJob, runOnSchedule } from '../../platform/jobs/jobs.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import { apiKeyExpiring } from '../api-keys/index.ts'
import { createBrandMail, getBrandById } from '../brands/index.ts'
import { type Customer, callbackAddressChanged, findActiveCustomer } from '../customers/index.ts'
import { invoiceReady } from '../invoices/index.ts'
import { sendMail } from '../mails/index.ts'
import { orderChanged } from '../orders/index.ts'
import { productFileStored } from '../product-files/index.ts'
import { callbackAddressAccess, callbackSecretAccess } from './access.ts'
import { callbackCase } from './case-lines.ts'
import { deliverDueEvents } from './delivery/dispatcher.ts'
import { findAddress } from './delivery/target.ts'
import { onApiKeyExpiring, onInvoiceReady, onOrderChanged, onProductFileStored } from './emitters.ts'
import { onCallbackAddressChanged } from './endpoint.ts'
import { deliverCallbacks, mailEndpointDisabled } from './job-kinds.ts'
import { manifestRoutes } from './manifest.ts'
import { callbackAttempts } from './metrics.ts'
import { callbackRoutes, serveXmlSchemas } from './routes.ts'
import { decryptSecret, encryptSecret } from './signing-secrets.ts'
import { type CallbacksRow, lockCallbacks } from './store/callbacks.ts'
import { deleteEventsBefore } from './store/events.ts'
import { listSecrets, replaceSecrets } from './store/secrets.ts'
import { callbackTables } from './tables.ts'
import { callbackAddressUndo } from './undo-address.ts'

export { emitOrderFileAccepted, emitOrderFileRefused } from './emitters.ts'

const BATCH = 100

/** What changed for business customers: events that their systems read, and webhooks that deliver them. */
export const callbacks = defineDomain({
  name: 'callbacks',
  dependsOn: [
    'brands',
    'journal',
    'mails',
    'customers',
    'identity',
    'api-keys',
    'orders',
    'invoices',
    'product-files',
  ],
  metrics: { counted: [callbackAttempts] },
  tables: callbackTables,
  routes: [...callbackRoutes, ...manifestRoutes],
  mount: serveXmlSchemas,
  jobs: [
    handleJob(deliverCallbacks, (ctx, _payloads, signal) => deliverDueEvents(ctx, signal)),
    // For events that have lost their job, for example because a process died.
    runOnSchedule('callbacks.recover', '* * * * *', deliverDueEvents),
    handleEach(mailEndpointDisabled, (ctx, { endpointId }) => sendEndpointDisabledEmail(ctx, endpointId)),
    runOnSchedule('callbacks.clean-up', '25 3 * * *', cleanUp),
  ],
  listeners: [
    on(orderChanged, onOrderChanged),
    on(invoiceReady, onInvoiceReady),
    on(productFileStored, onProductFileStored),
    on(apiKeyExpiring, onApiKeyExpiring),
    on(callbackAddressChanged, onCallbackAddressChanged),
  ],
  access: [callbackAddressAccess, callbackSecretAccess],
  undo: [callbackAddressUndo],
  caseLines: callbackCase,
  eraseAccount: eraseRows(callbackTables),
})

/**
 * Deletes events that are older than the log and secrets that no longer sign. Encrypts the other secrets with the
 * current SECRET, so that the previous SECRET can be removed from the configuration.
 */
export async function cleanUp(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const createdBefore = new Date(now.getTime() - CALLBACK_LOG_DAYS * millisecondsInDay)
  await change(ctx, tx => deleteEventsBefore(tx, createdBefore))
  const rows = readRows<CallbacksRow>(BATCH, (last, limit) => {
    const next = { endpoint_id: greaterThan(last?.endpoint_id ?? '') }
    return listFirstRows(ctx.db, 'callbacks', next, limit, 'endpoint_id')
  })
  for await (const { endpoint_id } of rows) await reencryptSecrets(ctx, endpoint_id)
}

/** Encrypts the secrets that sign; those whose end has come are deleted. */
async function reencryptSecrets(ctx: Context, endpointId: string): Promise<void> {
  await change(ctx, async tx => {
    if (!(await lockCallbacks(tx, endpointId))) return
    const secrets = await listSecrets(tx.db, [endpointId], ctx.clock.now())
    const reencryptedSecrets = secrets.map(async signingSecret => {
      const secret = await decryptSecret(ctx, signingSecret.account_id, signingSecret.encrypted)
      return secret === null
        ? signingSecret
        : { ...signingSecret, encrypted: await encryptSecret(ctx, secret) }
    })
    await replaceSecrets(tx, endpointId, await Promise.all(reencryptedSecrets))
  })
}

/**
 * Mails that the endpoint was disabled and why; not of the end of access, which has mails of its own. Sent once, except that a crash between the mail server's answer and
 * `mailed_at` sends it again.
 */
async function sendEndpointDisabledEmail(ctx: Context, endpointId: string): Promise<void> {
  const row = await findRow(ctx.db, 'callbacks', { endpoint_id: endpointId })
  if (!row?.off_reason || row.off_reason === 'security' || row.mailed_at) return
  const { account_id: accountId } = row
  const customer = await findActiveCustomer(ctx.db, accountId)
  if (!customer) return
  await sendMail(
    ctx,
    { accountId, kind: 'callbacks-off' },
    renderEndpointDisabled(ctx, row.off_reason, customer, findAddress(row, customer)?.address),
  )
  await updateRows(ctx.db, 'callbacks', { endpoint_id: endpointId }, { mailed_at: ctx.clock.now() })
}

/** Renders the mail. It names only the host, because the rest of the address may contain a secret. */
function renderEndpointDisabled(
  { config }: Pick<Context, 'config'>,
  reason: 'failing' | 'gone',
  customer: Customer,
  address = '',
): MailMessage {
  const brand = getBrandById(customer.brand_id)
  const { text, link, care, requestFacts, render } = createBrandMail(config, brand, customer.locale)
  const host = URL.parse(address)?.host ?? ''
  return render({
    to: customer.email,
    subject: text('mail.callbacks-off.subject'),
    body: text(`mail.callbacks-off.${reason}`),
    facts: [
      ...requestFacts({ account: customer.email }),
      ...(host ? [[text('mail.callbacks-off.host'), host] as const] : []),
    ],
    action: text('mail.callbacks-off.action'),
    address: link('/integration?tab=callbacks'),
    other: care,
    note: text('mail.callbacks-off.note'),
  })
}
