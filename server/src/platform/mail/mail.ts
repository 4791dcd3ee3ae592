import type { EmailLink } from './email-link.ts'

/** Sends mails over SMTP. Texts are sent unchanged; addresses are never logged. */
export interface Mail {
  /** Resolves to the server's reply when it has accepted the mail; rejects with a MailError otherwise. */
  send(message: MailMessage): Promise<string>
  /** Resolves when the server accepts connections and the credentials; sends nothing. */
  check(): Promise<void>
  /** Waits for the mails being sent. */
  close(): Promise<void>
}

export interface MailMessage {
  to: string
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** Text files. */
  attachments?: readonly { name: string; text: string }[]
  /** Unsubscribes by a one-click POST (RFC 8058); set on mails of a subscription. */
  unsubscribeUrl?: EmailLink
  /** The envelope's sender, to which this mail bounces; by default its sender. */
  returnPath?: string
}

/** The mail was not sent. `permanent`: a retry cannot succeed. Neither message nor fields contain an address. */
export class MailError extends Error {
  override name = 'MailError'
  readonly permanent: boolean

  constructor(message: string, permanent: boolean, options?: ErrorOptions) {
    super(message, options)
    this.permanent = permanent
  }
}
