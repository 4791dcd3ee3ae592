import PostalMime from 'postal-mime'

/** RFC 3464; 'global' of mails with international addresses (RFC 6533). */
const REPORT_MEDIA_TYPE = /^message\/(global-)?delivery-status$/i

/** Bytes of a report that are read. The failure is at its beginning, the bounced mail at its end. */
export const REPORT_READ_BYTES = 64 * 1024
/** Limits the time of parsing, since anybody can send a mail. A report of this many bytes has far fewer lines. */
const LINES_MAX = 5_000
/** The field that makes a mail a report, with its continued lines. */
const REPORT_TYPE = /^content-type:[ \t]*multipart\/report\b[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/im

/** A delivery that failed permanently. `status`: its RFC 3463 code, such as 5.1.1; null when the report has none. */
export interface Bounce {
  status: string | null
}

/**
 * Parses a delivery status notification (RFC 3464): a bounce if delivery has failed for any recipient; null for
 * delays, deliveries and all other mails, such as replies of persons. Reads REPORT_READ_BYTES and takes less than a
 * tenth of a second of CPU for any content.
 */
export async function readBounce(raw: Uint8Array): Promise<Bounce | null> {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, REPORT_READ_BYTES)).toString(
    'latin1',
  )
  const [head, body] = splitHead(text)
  const type = REPORT_TYPE.exec(head)?.[0]
  if (!type || countLines(text) > LINES_MAX) return null
  // Without the other fields and the bounced mail, which can both be made expensive to parse.
  const { attachments } = await PostalMime.parse(Buffer.from(`${type}\r\n${body}`, 'latin1'), {
    attachmentEncoding: 'utf8',
    maxNestingDepth: 16,
    forceRfc822Attachments: true,
  })
  const report = attachments.find(({ mimeType }) => REPORT_MEDIA_TYPE.test(mimeType))
  if (!report) return null
  // The first group of fields is about the mail, each other one about one recipient.
  const [, ...recipients] = String(report.content)
    .trim()
    .split(/(?:\r?\n){2,}/)
  const failedRecipient = recipients
    .map(parseFields)
    .find(fields => fields.get('action')?.toLowerCase() === 'failed')
  return failedRecipient
    ? { status: /^[245]\.\d{1,3}\.\d{1,3}/.exec(failedRecipient.get('status') ?? '')?.[0] ?? null }
    : null
}

/** Splits a mail into its fields and the rest, which starts with an empty line. */
function splitHead(text: string): [head: string, body: string] {
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  return [text.slice(0, end), text.slice(end)]
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Fields by name in lower case, without comments in brackets; continuation lines are joined. */
function parseFields(group: string): Map<string, string> {
  const lines = group.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return new Map(
    lines.flatMap(line => {
      const [, name, value] = /^([!-9;-~]+)\s*:(.*)$/.exec(line) ?? []
      return name ? [[name.toLowerCase(), value!.replace(/\([^()]*\)/g, ' ').trim()] as const] : []
    }),
  )
}
