import PostalMime from 'postal-mime'

/** RFC 3464; 'global' of mails with international addresses (RFC 6533). */
const REPORT = /^message\/(global-)?delivery-status$/i

/** A delivery that failed for good. `status`: its RFC 3463 code, such as 5.1.1; null when the report names none. */
export interface Bounce {
  status: string | null
}

/**
 * Reads a delivery status notification (RFC 3464): a bounce if it says of any recipient that delivery has failed; null for
 * delays, deliveries and all other mails, such as replies of persons.
 */
export async function readBounce(raw: Uint8Array): Promise<Bounce | null> {
  const { attachments } = await PostalMime.parse(raw, { attachmentEncoding: 'utf8', maxNestingDepth: 16 })
  const report = attachments.find(({ mimeType }) => REPORT.test(mimeType))
  if (!report) return null
  // The first group of fields is about the mail, each other one about one recipient.
  const [, ...recipients] = String(report.content)
    .trim()
    .split(/(?:\r?\n){2,}/)
  const failed = recipients.map(fieldsOf).find(fields => fields.get('action')?.toLowerCase() === 'failed')
  return failed ? { status: /^[245]\.\d{1,3}\.\d{1,3}/.exec(failed.get('status') ?? '')?.[0] ?? null } : null
}

/** Fields by their names in lower case, without comments in brackets; continued lines belong to the field above. */
function fieldsOf(group: string): Map<string, string> {
  const lines = group.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return new Map(
    lines.flatMap(line => {
      const [, name, value] = /^([!-9;-~]+)\s*:(.*)$/.exec(line) ?? []
      return name ? [[name.toLowerCase(), value!.replace(/\([^()]*\)/g, ' ').trim()] as const] : []
    }),
  )
}
