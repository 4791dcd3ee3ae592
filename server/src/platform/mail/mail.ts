/** Mails leave over SMTP (OP-63). Senders pass finished texts; addresses never enter the log. */
export interface Mail {
  /** Resolves when the server has taken the mail over; MailError otherwise. */
  send(message: MailMessage): Promise<void>
  /** Waits for the mails that are on their way. */
  close(): Promise<void>
}

export interface MailMessage {
  to: string
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** The mail did not leave. `permanent`: trying again is of no use. Neither message nor fields hold an address. */
export class MailError extends Error {
  override name = 'MailError'
  readonly permanent: boolean

  constructor(message: string, permanent: boolean) {
    super(message)
    this.permanent = permanent
  }
}
