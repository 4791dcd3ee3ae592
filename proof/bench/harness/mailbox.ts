import { openMailbox } from '#sandbox/mailbox/mailbox.ts'
import { createTemporaryFolder } from './processes.ts'

/** Environment of a server with a mailbox: undeliverable mails would be retried during the measurement. */
export async function startMailbox(resources: AsyncDisposableStack): Promise<{ SMTP_URL: string }> {
  const mailbox = await openMailbox({ dir: await createTemporaryFolder(resources) })
  resources.defer(() => mailbox.close())
  return { SMTP_URL: mailbox.smtpUrl }
}
