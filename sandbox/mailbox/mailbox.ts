import { randomBytes } from 'node:crypto'
import { EventEmitter, on, once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import AsyncLock from 'async-lock'
import { SMTPServer } from 'smtp-server'
import { type Clock, systemClock } from '#server/platform/clock/clock.ts'
import { createMailFile, createMailId, type ReceivedMail, readMail } from './mail-file.ts'

export type { ReceivedMail } from './mail-file.ts'

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

const FILE_NAME_PATTERN = /^(\d{15}-[0-9a-f]{8})\.eml$/
const SIZE_MAX = 10 * 1024 * 1024

/** Listens on loopback only (port 0: any free one) and stores the newest `maxMails` mails as .eml files in `dir`. */
export async function openMailbox(options: {
  dir: string
  port?: number
  maxMails?: number
  clock?: Clock
}): Promise<Mailbox> {
  const { dir, port = 0, maxMails = 500, clock = systemClock } = options
  await mkdir(dir, { recursive: true })
  const mails = await readMails(dir)
  const events = new EventEmitter().setMaxListeners(0)

  const resolvePath = (id: string) => join(dir, `${id}.eml`)

  async function deleteOldMails() {
    for (const { id } of mails.splice(maxMails)) await rm(resolvePath(id), { force: true })
  }

  async function store(envelope: { from: string; to: string[] }, raw: Buffer): Promise<void> {
    const newestMs = mails[0]?.receivedAt.getTime() ?? 0
    const id = createMailId(Math.max(newestMs + 1, clock.now().getTime()), randomBytes(4).toString('hex'))
    const file = createMailFile(envelope, raw)
    const mail = await readMail(id, file)
    await writeFile(`${resolvePath(id)}.part`, file, { flush: true })
    await rename(`${resolvePath(id)}.part`, resolvePath(id))
    mails.unshift(mail)
    await deleteOldMails()
    events.emit('mail', mail)
  }

  await deleteOldMails()
  const server = createSmtpServer(store)
  // Also emitted for senders that disconnect, which must not end the server. A failure to listen is handled below.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')

  return {
    smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    list: () => [...mails],
    get: id => mails.find(mail => mail.id === id) ?? null,
    async waitFor(matches, signal = AbortSignal.timeout(10_000)) {
      const existing = mails.find(matches)
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

function createSmtpServer(
  store: (envelope: { from: string; to: string[] }, raw: Buffer) => Promise<void>,
): SMTPServer {
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
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
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      buffer(stream)
        .then(raw => {
          if (stream.sizeExceeded)
            throw Object.assign(new Error('The mail is too big'), { responseCode: 552 })
          // Serialized, so that ids are in the order of arrival.
          return lock.acquire('store', () => store({ from, to }, raw))
        })
        .then(() => done(), done)
    },
  })
}

/** Newest first; deletes partially written files of a killed process. */
async function readMails(dir: string): Promise<ReceivedMail[]> {
  const names = await readdir(dir)
  for (const name of names) if (name.endsWith('.eml.part')) await rm(join(dir, name), { force: true })
  const ids = names
    .flatMap(name => FILE_NAME_PATTERN.exec(name)?.[1] ?? [])
    .sort()
    .reverse()
  return Promise.all(ids.map(async id => readMail(id, await readFile(join(dir, `${id}.eml`)))))
}
