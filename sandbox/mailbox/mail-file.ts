import PostalMime, { type Email } from 'postal-mime'

/** A received mail. `to` are the recipients of the envelope. */
export interface ReceivedMail {
  id: string
  receivedAt: Date
  /** The sender of the envelope, where bounces go. */
  returnPath: string
  from: { name: string; address: string }
  to: string[]
  subject: string
  text: string
  html: string | null
  /** Attached text files. */
  attachments: { name: string; text: string }[]
}

/**
 * Creates the file of a mail: the received message after header lines of its envelope, as a delivering server writes them
 * (RFC 5321 §4.4), so that any mail program can open it.
 */
export function createMailFile(envelope: { from: string; to: readonly string[] }, raw: Buffer): Buffer {
  const trace = [`Return-Path: <${envelope.from}>`, ...envelope.to.map(to => `Delivered-To: ${to}`)]
  return Buffer.concat([Buffer.from(trace.map(line => `${line}\r\n`).join('')), raw])
}

/** Ids sort by time: milliseconds, then something random. */
export function createMailId(ms: number, random: string): string {
  return `${String(ms).padStart(15, '0')}-${random}`
}

export async function readMail(id: string, file: Buffer): Promise<ReceivedMail> {
  const email = await PostalMime.parse(file)
  const [first, ...headers] = email.headers
  const returnPath = first?.value.replace(/^<|>$/g, '') ?? ''
  // Only the topmost headers are ours; the mail itself may contain forged ones.
  const end = headers.findIndex(header => header.key !== 'delivered-to')
  return {
    id,
    receivedAt: new Date(Number(id.split('-')[0])),
    returnPath,
    from: getSender(email, returnPath),
    to: headers.slice(0, end < 0 ? headers.length : end).map(header => header.value),
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? null,
    attachments: email.attachments.map(({ filename, content }) => ({
      name: filename ?? '',
      text: typeof content === 'string' ? content : new TextDecoder().decode(content),
    })),
  }
}

function getSender({ from }: Email, returnPath: string): ReceivedMail['from'] {
  if (from?.address) return { name: from.name, address: from.address }
  return { name: '', address: returnPath }
}
