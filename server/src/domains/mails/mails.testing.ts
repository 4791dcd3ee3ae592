import { createTransport } from 'nodemailer'
import type { Context } from '../../context.ts'

/** Creates a delivery status notification (RFC 3464) as mail servers write it. */
export const createStatusReport = ({
  action = 'failed',
  status = '5.1.1',
}: {
  action?: string
  status?: string
} = {}): string =>
  [
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mx.example.',
    '',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    'Arrival-Date: Mon, 1 Jun 2026 10:00:00 +0000 (UTC)',
    '',
    'Final-Recipient: rfc822; jane@keepsake.test',
    `Action: ${action}`,
    `Status: ${status} (bad destination mailbox address)`,
    'Remote-MTA: dns; mx.example',
    'Diagnostic-Code: smtp; 550 5.1.1 <jane@keepsake.test>:',
    '    User unknown',
    '',
    '--part',
    'Content-Type: message/rfc822',
    '',
    'Subject: Action: failed',
    '',
    'Status: 5.7.1',
    '',
    '--part--',
    '',
  ].join('\r\n')

/**
 * Sends a report to the bounce address of a mail, with the empty sender of bounces; rejects with the server's refusal.
 */
export async function sendBounce(port: number, to: string, report = createStatusReport()): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
  try {
    await transport.sendMail({ envelope: { from: '', to }, raw: report })
  } finally {
    transport.close()
  }
}

/** Returns a copy of the context whose database fails at Kysely statements of this kind on `sent_mails`. */
export const withFailingStatements = (ctx: Context, kind: string): Context => ({
  ...ctx,
  db: ctx.db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === kind && JSON.stringify(node).includes('"sent_mails"'))
        throw new Error('the database is away')
      return node
    },
    transformResult: async ({ result }) => result,
  }),
})
