import { type Mail, MailError, type MailMessage } from './mail.ts'

/** RFC 5321 §4.5.3.1.3: a path has 256 octets with its brackets. */
const ADDRESS_MAX = 254
// Exactly one address, without characters that end it or start another one.
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u

/**
 * Sends over the server at `url` (smtp:// with STARTTLS where offered, smtps://, with user and password). Bounces go
 * to the message's `returnPath`, by default to its sender. Control characters
 * in names and subjects become spaces; anything but exactly one address is refused before anything is sent.
 */
export function createSmtpMail(url: string): Mail {
  let opened: ReturnType<typeof openTransport> | undefined
  // Loaded for the first mail: most processes and commands send none.
  const getTransport = () => {
    opened ??= openTransport(url)
    return opened
  }
  const pendingDeliveries = new Set<Promise<string>>()

  async function deliver(message: MailMessage): Promise<string> {
    const { to, from, subject, text, html, attachments = [], unsubscribeUrl } = message
    const sender = message.returnPath ?? from.address
    for (const address of [to, from.address, sender]) checkAddress(address)
    try {
      const transport = await getTransport()
      const { response } = await transport.sendMail({
        envelope: { from: sender, to },
        from: { name: toOneLine(from.name), address: from.address },
        to: { name: '', address: to },
        subject: toOneLine(subject),
        text,
        html,
        attachments: attachments.map(({ name, text: content }) => ({
          filename: name,
          content,
          contentType: 'text/plain; charset=utf-8',
        })),
        // RFC 3834: suppresses out-of-office replies.
        headers: { 'Auto-Submitted': 'auto-generated', ...createUnsubscribeHeaders(unsubscribeUrl) },
      })
      return toReply(response)
    } catch (error) {
      throw toMailError(error)
    }
  }

  return {
    async send(message) {
      const delivery = deliver(message)
      pendingDeliveries.add(delivery)
      try {
        return await delivery
      } finally {
        pendingDeliveries.delete(delivery)
      }
    },
    async check() {
      const transport = await getTransport()
      await transport.verify().catch(error => {
        throw toMailError(error)
      })
    },
    async close() {
      await Promise.allSettled(pendingDeliveries)
      const transport = await opened
      transport?.close()
    },
  }
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function createUnsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function checkAddress(address: string): void {
  if (address.length > ADDRESS_MAX || !ADDRESS.test(address))
    throw new MailError('Not one mail address', true)
}

function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Replies have at most 200 characters here, and no address: servers repeat it. */
const toReply = (response: string) =>
  toOneLine(response)
    .replace(/\S+@\S+/g, '…')
    .slice(0, 200)

/** Keeps only the codes, because servers repeat the address in their replies. */
function toMailError(error: unknown): MailError {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const description = [code, responseCode, command && `at ${command}`].filter(Boolean).join(' ')
  return new MailError(
    `The mail did not leave: ${description || 'unknown reason'}`,
    isPermanent(command, responseCode),
  )
}

/**
 * Whether the recipient or the mail was rejected permanently. A rejected sender or failed authentication (530 to 538)
 * is a fault of the configuration.
 */
function isPermanent(command: string | undefined, responseCode = 0): boolean {
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return responseCode >= 500 && !(responseCode >= 530 && responseCode <= 538)
}
