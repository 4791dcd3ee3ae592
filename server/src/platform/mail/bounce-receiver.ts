import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { finished, type Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import { BoundedCounts } from '../bounded-counts.ts'
import { type Bounce, REPORT_READ_BYTES, readBounce } from './bounce.ts'
import { parseBounceAddress } from './bounce-address.ts'

export interface BounceReceiver {
  port: number
  /** Stops accepting connections and answers the mails that have arrived. */
  close(): Promise<void>
}

/** A report contains the bounced mail at most once. */
const SIZE_MAX = 1024 * 1024
/** A mail to several recipients has one report for each of them. */
const RECIPIENTS_MAX = 10
/** Most milliseconds for receiving a mail. */
const DATA_MS = 60_000

/** Limits of connections of other mail servers; times in milliseconds. */
export interface BounceLimits {
  connections: number
  connectionsOfAddress: number
  /** Longest time without a command. */
  idleMs: number
  /** Longest time of a connection. */
  connectionMs: number
}

const LIMITS: BounceLimits = {
  connections: 50,
  connectionsOfAddress: 5,
  idleMs: 30_000,
  connectionMs: 5 * 60_000,
}

/**
 * Receives bounces over SMTP for the addresses of `createBounceAddress` at this domain (RFC 5321 §6.1); any other recipient
 * is refused with 550. A report is accepted when `onBounce` has stored it, and refused with 451 when that fails, so
 * that the sender retries. Mails that do not report a failure are accepted and dropped, and so are, unread, those
 * about mails that `findUnbounced` does not return. A connection beyond the limits is refused with 421.
 */
export async function startBounceReceiver(options: {
  host: string
  port: number
  domain: string
  limits?: BounceLimits | undefined
  /** Returns the ids of mails that exist and have not bounced. */
  findUnbounced: (mailIds: readonly string[]) => Promise<string[]>
  onBounce: (mailId: string, bounce: Bounce) => Promise<void>
  onError: (error: unknown) => void
}): Promise<BounceReceiver> {
  const { host, port, domain, limits = LIMITS, findUnbounced, onBounce, onError } = options
  const parseMailId = (address: string) => parseBounceAddress(address, domain)
  const server = new SMTPServer({
    name: domain,
    banner: 'Keepsake bounces',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: SIZE_MAX,
    maxClients: limits.connections,
    maxRecipients: RECIPIENTS_MAX,
    socketTimeout: limits.idleMs,
    closeTimeout: 5_000,
    onRcptTo: ({ address }, _session, done) =>
      done(parseMailId(address) ? null : createSmtpError(550, 'No such address')),
    onData(stream, { envelope }, done) {
      const receive = async () => {
        const raw = await readBounded(stream)
        if (!raw) throw createSmtpError(552, 'The mail is too big')
        const mailIds = await findUnbounced(envelope.rcptTo.map(({ address }) => parseMailId(address)!))
        const bounce = mailIds.length > 0 ? await readBounce(raw).catch(() => null) : null
        if (!bounce) return
        for (const mailId of mailIds) await onBounce(mailId, bounce)
      }
      receive().then(
        () => done(),
        error => {
          if ('responseCode' in error) return done(error)
          // A sender that disconnected sends the report again.
          if (stream.readableEnded) onError(error)
          done(createSmtpError(451, 'Try again later'))
        },
      )
    },
  })
  // Also emitted for senders that disconnect, which must not end the process. A failure to listen is handled below.
  server.on('error', () => undefined)
  limitConnections(server.server, limits)
  server.listen(port, host)
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}

/** Refuses connections above the limit of their address, and closes each after its time. */
function limitConnections(listener: Server, limits: BounceLimits): void {
  const addresses = new BoundedCounts(limits.connectionsOfAddress)
  listener.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket
    if (!addresses.add(address)) {
      socket.write('421 Too many connections, try again later\r\n')
      return socket.destroySoon()
    }
    const lifetime = setTimeout(() => socket.destroy(), limits.connectionMs)
    socket.once('close', () => {
      clearTimeout(lifetime)
      addresses.remove(address)
    })
  })
}

/**
 * Reads a mail to its end and returns the bytes that `readBounce` uses; null for a mail of more than SIZE_MAX bytes.
 */
async function readBounded(stream: Readable): Promise<Buffer | null> {
  const timer = setTimeout(() => stream.destroy(new Error('The mail comes too slowly')), DATA_MS)
  finished(stream, () => clearTimeout(timer))
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size < REPORT_READ_BYTES) chunks.push(chunk)
    size += chunk.length
  }
  return size <= SIZE_MAX ? Buffer.concat(chunks) : null
}

const createSmtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
