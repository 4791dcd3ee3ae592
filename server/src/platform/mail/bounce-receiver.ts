import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { finished, type Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import { type Bounce, readBounce } from './bounce.ts'
import { mailIdOfBounceAddress } from './bounce-address.ts'

export interface BounceReceiver {
  port: number
  /** Accepts nothing more and answers what has arrived. */
  close(): Promise<void>
}

/** A report repeats at most the mail that bounced. */
const SIZE_MAX = 1024 * 1024
/** Of a mail with several recipients each has a report of its own. */
const RECIPIENTS_MAX = 10
const CLIENTS_MAX = 50
const IDLE_MS = 30_000
/** Milliseconds for the text of a mail, however slowly it comes. */
const DATA_MS = 60_000

/**
 * Receives bounces over SMTP for the addresses of `bounceAddress` at this domain (RFC 5321 §6.1); any other recipient is
 * refused with 550. A report is accepted when `onBounce` has stored it, and refused with 451 when that fails, so that the
 * sender tries again. Mails that are no report of a failure are accepted and dropped.
 */
export async function startBounceReceiver(options: {
  host: string
  port: number
  domain: string
  onBounce: (mailId: string, bounce: Bounce) => Promise<void>
  onError: (error: unknown) => void
}): Promise<BounceReceiver> {
  const { host, port, domain, onBounce, onError } = options
  const idOf = (address: string) => mailIdOfBounceAddress(address, domain)
  const server = new SMTPServer({
    name: domain,
    banner: 'Keepsake bounces',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: SIZE_MAX,
    maxClients: CLIENTS_MAX,
    maxRecipients: RECIPIENTS_MAX,
    socketTimeout: IDLE_MS,
    closeTimeout: 5_000,
    onRcptTo: ({ address }, _session, done) => done(idOf(address) ? null : smtpError(550, 'No such address')),
    onData(stream, { envelope }, done) {
      readBounded(stream)
        .then(async raw => {
          if (!raw) throw smtpError(552, 'The mail is too big')
          const bounce = await readBounce(raw).catch(() => null)
          if (!bounce) return
          for (const { address } of envelope.rcptTo) await onBounce(idOf(address)!, bounce)
        })
        .then(
          () => done(),
          error => {
            if ('responseCode' in error) return done(error)
            // A sender that broke off sends the report again.
            if (stream.readableEnded) onError(error)
            done(smtpError(451, 'Try again later'))
          },
        )
    },
  })
  // Also emitted for senders that disconnect, which must not end the server. A failure to listen is handled below.
  server.on('error', () => undefined)
  server.listen(port, host)
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}

/** Reads to the end and keeps at most SIZE_MAX bytes: the library only says that a mail is too big. Null for such a mail. */
async function readBounded(stream: Readable): Promise<Buffer | null> {
  const timer = setTimeout(() => stream.destroy(new Error('The mail comes too slowly')), DATA_MS)
  finished(stream, () => clearTimeout(timer))
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= SIZE_MAX) chunks.push(chunk)
    else chunks.length = 0
  }
  return size <= SIZE_MAX ? Buffer.concat(chunks) : null
}

const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
