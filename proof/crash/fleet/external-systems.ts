import { createReorder } from '#contract/retailer-calls/reorders.ts'
import { type Mailbox, openMailbox } from '#sandbox/mailbox/mailbox.ts'
import { type CallbackReceiver, startReceiver } from '#server/domains/callbacks/callbacks.testing.ts'
import { type RetailerServer, startRetailerServer } from '#server/testing/retailer-server.ts'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'

/** The systems that the fleet calls; they outlive every process. */
export interface ExternalSystems {
  mailbox: Mailbox
  receiver: CallbackReceiver
  retailer: RetailerServer
  serviceToken: string
  /** Environment of the processes. */
  env: Record<string, string>
}

/** A shop of the customers' brand (brands/keepsake-gb.json). */
const SHOP_URL = 'https://www.keepsake.example/baskets/1'
/** All mails of a run are compared at its end. */
const MAILS_MAX = 1_000_000

/** Starts a mail server, a business customer's system and the retailer's systems, on this machine. */
export async function startExternalSystems(resources: AsyncDisposableStack): Promise<ExternalSystems> {
  const dir = await createTemporaryFolder(resources)
  const mailbox = await openMailbox({ dir, maxMails: MAILS_MAX })
  resources.defer(() => mailbox.close())
  const receiver = await startReceiver()
  resources.defer(() => receiver.close())
  const retailer = await startRetailerServer()
  resources.defer(() => retailer.close())
  retailer.on(createReorder, () => ({ answer: { shopUrl: SHOP_URL } }))
  const serviceToken = 'orders-of-the-crash-test'.padEnd(32, '.')
  return {
    mailbox,
    receiver,
    retailer,
    serviceToken,
    env: {
      SMTP_URL: mailbox.smtpUrl,
      CALLBACK_ORIGINS: receiver.origin,
      ALLOW_TEST_SETTINGS: 'true',
      RETAILER_URL: retailer.settings.url,
      RETAILER_TOKEN: retailer.settings.token,
      SERVICE_TOKENS: `orders:${serviceToken}`,
    },
  }
}
