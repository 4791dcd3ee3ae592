import PostalMime from 'postal-mime'
import { z } from 'zod'

/** A received mail. `to` are the recipients of the envelope. */
export const receivedMail = z.object({
  id: z.string(),
  receivedAt: z.coerce.date(),
  /** The sender of the envelope, where bounces go. */
  returnPath: z.string(),
  to: z.array(z.string()),
  from: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  /** Attached text files. */
  attachments: z.array(z.object({ name: z.string(), text: z.string() })),
  /** The source of the message. */
  raw: z.string(),
})
export type ReceivedMail = z.infer<typeof receivedMail>

/** What is known about a mail without its content. */
export type Envelope = Pick<ReceivedMail, 'returnPath' | 'to'>

export async function parseMail(
  raw: Buffer,
  envelope: Envelope & Pick<ReceivedMail, 'id' | 'receivedAt'>,
): Promise<ReceivedMail> {
  const { from, subject = '', text = '', html = null, attachments } = await PostalMime.parse(raw)
  return {
    ...envelope,
    from: from?.address
      ? { name: from.name, address: from.address }
      : { name: '', address: envelope.returnPath },
    subject,
    text,
    html,
    attachments: attachments.map(({ filename, content }) => ({
      name: filename ?? '',
      text: typeof content === 'string' ? content : new TextDecoder().decode(content),
    })),
    raw: raw.toString(),
  }
}
