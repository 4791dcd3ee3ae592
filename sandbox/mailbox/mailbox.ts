import { randomBytes } from 'node:crypto'
import { EventEmitter, on, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { type Clock, systemClock } from '#server/platform/clock/clock.ts'
import { createLog } from '#server/platform/log/log.ts'
import { openRecords } from '../shop/records.ts'
import { type Envelope, parseMail, type ReceivedMail, receivedMail } from './received-mail.ts'

export type { ReceivedMail } from './received-mail.ts'

/**
 * The demo's mail server: receives mails over SMTP and never forwards them (OP-63). Rejects addresses that begin with
 * 'no-mailbox', so that rejections can be tried, and accepts all others.
 */
export interface Mailbox {
  /** The address for senders. */
  smtpUrl: string
  /** Newest first. */
  list(): readonly ReceivedMail[]
  get(id: string): ReceivedMail | null
  /**
   * The newest matching mail, or the next one that arrives. Rejects when the signal aborts (default: after 10 seconds)
   * or the mailbox closes.
   */
  waitFor(matches: (mail: ReceivedMail) => boolean, signal?: AbortSignal): Promise<ReceivedMail>
  close(): Promise<void>
}

const SIZE_MAX = 10 * 1024 * 1024
const LOG = createLog({ level: 'error' })

/** Listens on loopback only (port 0: any free one) and stores the newest `maxMails` mails in `dir`. */
export async function openMailbox({
  dir,
  port = 0,
  maxMails = 500,
  clock = systemClock,
}: {
  dir: string
  port?: number
  maxMails?: number
  clock?: Clock
}): Promise<Mailbox> {
  const records = openRecords(dir, receivedMail, LOG)
  const events = new EventEmitter().setMaxListeners(0)
  const list = () =>
    records
      .list()
      .map(([, mail]) => mail)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
  const deleteOldMails = () => {
    for (const { id } of list().slice(maxMails)) records.remove(id)
  }
  deleteOldMails()
  let lastMs = list()[0]?.receivedAt.getTime() ?? 0
  const store = async (envelope: Envelope, raw: Buffer): Promise<void> => {
    // Each is later than the one before: ids are in the order of arrival.
    lastMs = Math.max(lastMs + 1, clock.now().getTime())
    const id = `${String(lastMs).padStart(15, '0')}-${randomBytes(4).toString('hex')}`
    const mail = await parseMail(raw, { ...envelope, id, receivedAt: new Date(lastMs) })
    records.upsert(id, () => mail)
    deleteOldMails()
    events.emit('mail', mail)
  }
  const server = createSmtpServer(store)
  // Also emitted for senders that disconnect, which must not end the server. A failure to listen is handled below.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')

  return {
    smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    list,
    get: id => records.find(id) ?? null,
    async waitFor(matches, signal = AbortSignal.timeout(10_000)) {
      const existing = list().find(matches)
      if (existing) return existing
      signal.throwIfAborted()
      const arrivals = on(events, 'mail', { close: ['close'], signal }) as AsyncIterable<[ReceivedMail]>
      try {
        for await (const [mail] of arrivals) if (matches(mail)) return mail
      } catch (error) {
        throw signal.aborted ? signal.reason : error
      }
      throw new Error('The mailbox was closed')
    },
    async close() {
      events.emit('close')
      await new Promise<void>(resolve => server.close(resolve))
    },
  }
}

function createSmtpServer(store: (envelope: Envelope, raw: Buffer) => Promise<void>): SMTPServer {
  return new SMTPServer({
    banner: 'Keepsake demo mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: SIZE_MAX,
    closeTimeout: 1_000,
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error('5.1.1 No such mailbox'), { responseCode: 550 })
      done(address.toLowerCase().startsWith('no-mailbox') ? refusal : null)
    },
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(recipient => recipient.address)
      const returnPath = envelope.mailFrom ? envelope.mailFrom.address : ''
      buffer(stream)
        .then(raw => {
          if (stream.sizeExceeded)
            throw Object.assign(new Error('The mail is too big'), { responseCode: 552 })
          return store({ returnPath, to }, raw)
        })
        .then(() => done(), done)
    },
  })
}
