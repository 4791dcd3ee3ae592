import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createSftpPassword } from '#contract/sftp-access.ts'
import type { Client } from '../../testing/client.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { SFTP_LIMITS } from './connection/limits.ts'
import { type SftpServer, startSftpServer } from './connection/sftp-server.ts'
import { connectSftp, getStatus, type TestSftp } from './sftp-access.testing.ts'

const [OK, NO_SUCH_FILE, FAILURE, OP_UNSUPPORTED] = [0, 2, 4, 8]

let server: TestServer
let sftpServer: SftpServer
let business: Client
let password: string
const opened: TestSftp[] = []
beforeAll(async () => {
  server = await testServer({ config: { sftp: { port: 0 }, rateLimits: false } })
  sftpServer = await startSftpServer(server.ctx)
})
afterAll(async () => {
  await sftpServer.close()
  await server.close()
})
beforeEach(async () => {
  business = await server.customer({ business: true })
  password = (await business.call(createSftpPassword)).password
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const { client } of opened.splice(0)) client.destroy()
})

async function open(port = sftpServer.port): Promise<TestSftp> {
  const session = await connectSftp(port, business.accountId, password)
  // The library's client waits 40 ms for acknowledgements of its small requests otherwise.
  session.client.setNoDelay(true)
  opened.push(session)
  return session
}
const openFile = ({ sftp }: TestSftp, path: string) =>
  promisify(sftp.open.bind(sftp))(path, 'w') as Promise<Buffer>
const writeAt = ({ sftp }: TestSftp, handle: Buffer, data: Buffer, offset: number) =>
  getStatus(done => sftp.write(handle, data, 0, data.length, offset, done))
const close = ({ sftp }: TestSftp, handle: Buffer) => getStatus(done => sftp.close(handle, done))
/** The client's window, which the types of the library omit. */
const getChannel = ({ sftp }: TestSftp) => (sftp as SFTPWrapper & { outgoing: { window: number } }).outgoing

/** Counts the requests of that kind that the server has parsed. */
function countParsed(kind: 'WRITE' | 'READLINK'): () => number {
  const emit = EventEmitter.prototype.emit
  let count = 0
  vi.spyOn(EventEmitter.prototype, 'emit').mockImplementation(function (this: EventEmitter, event, ...args) {
    if (event === kind) count++
    return emit.call(this, event, ...args)
  })
  return () => count
}

/** Starts a server whose database answers no more after `hold`, until `release`. */
async function startHeldServer(limits = SFTP_LIMITS) {
  const released = Promise.withResolvers<void>()
  let isHeld = false
  let held = 0
  const db = server.ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isHeld) {
        held++
        await released.promise
      }
      return result
    },
  })
  const { port, close } = await startSftpServer({ ...server.ctx, db }, limits)
  return {
    ...{ port, close },
    countHeld: () => held,
    hold: () => {
      isHeld = true
    },
    release: () => {
      isHeld = false
      released.resolve()
    },
  }
}
/** Requests what needs the database; the status. */
const statOrder = ({ sftp }: TestSftp) => getStatus(done => sftp.stat('/orders/none.part', done))

/** Counts the bytes of new buffers. */
function countAllocatedBytes(): () => number {
  let bytes = 0
  for (const method of ['alloc', 'allocUnsafe', 'concat', 'from'] as const) {
    const original = Buffer[method] as (...args: unknown[]) => Buffer
    vi.spyOn(Buffer, method).mockImplementation(((...args: unknown[]) => {
      const buffer = original.apply(Buffer, args)
      bytes += buffer.length
      return buffer
    }) as never)
  }
  return () => bytes
}

test('RV-861 NX-349 a client with 16,000 queued writes delays each request of another by a few of them', async () => {
  const [flooding, other] = [await open(), await open()]
  const handle = await openFile(flooding, '/orders/flood.part')
  await other.list('/')
  const byte = Buffer.from('x')
  let written = 0
  const flood = Promise.all(
    Array.from({ length: 16_000 }, async (_, offset) => {
      const status = await writeAt(flooding, handle, byte, offset)
      written++
      return status
    }),
  )
  let answered = 0
  while (written < 16_000) {
    expect(await getStatus(done => other.sftp.stat('/', done))).toBe(OK)
    answered++
  }
  expect(answered).toBeGreaterThan(160)
  expect(new Set(await flood)).toEqual(new Set([OK]))
  expect(await close(flooding, handle)).toBe(OK)
  expect((await other.get('/orders/flood.part')).equals(Buffer.alloc(16_000, 'x'))).toBe(true)
})

test('RV-861 NX-349 the bytes that are copied grow with what is written, not with the size of the file', async () => {
  const session = await open()
  const handle = await openFile(session, '/orders/large.part')
  const half = Buffer.alloc(512 * 1024, 'a')
  for (let offset = 0; offset < half.length; offset += 32_768)
    await writeAt(session, handle, half.subarray(offset, offset + 32_768), offset)
  const getAllocatedBytes = countAllocatedBytes()
  const byte = Buffer.from('b')
  await Promise.all(
    Array.from({ length: 2000 }, (_, index) => writeAt(session, handle, byte, half.length + index)),
  )
  expect(getAllocatedBytes()).toBeLessThan(16 * half.length)
  expect(await close(session, handle)).toBe(OK)
  expect((await session.get('/orders/large.part')).length).toBe(half.length + 2000)
})

test('RV-861 requests behind one that waits are not parsed, the client is held back, and all are answered at last', async () => {
  const held = await startHeldServer()
  const session = await open(held.port)
  const handle = await openFile(session, '/orders/held.part')
  const getParsed = countParsed('WRITE')
  held.hold()
  const waiting = statOrder(session)
  const data = Buffer.alloc(1024, 'x')
  const writes = Promise.all(
    Array.from({ length: 20_000 }, (_, index) =>
      writeAt(session, handle, data, (index % 1024) * data.length),
    ),
  )
  await expect.poll(() => getChannel(session).window).toBe(0)
  expect(getParsed()).toBeLessThan(100)
  held.release()
  expect(await waiting).toBe(NO_SUCH_FILE)
  expect(new Set(await writes)).toEqual(new Set([OK]))
  expect(await close(session, handle)).toBe(OK)
  expect((await session.get('/orders/held.part')).length).toBe(1024 * 1024)
  await held.close()
})

test('RV-861 a client that ignores its window is disconnected', async () => {
  const held = await startHeldServer()
  const session = await open(held.port)
  const handle = await openFile(session, '/orders/overrun.part')
  held.hold()
  const closed = once(session.client, 'close')
  session.sftp.stat('/orders/none.part', () => undefined)
  getChannel(session).window = Number.MAX_SAFE_INTEGER
  const data = Buffer.alloc(30_000)
  for (let index = 0; index < 100; index++)
    session.sftp.write(handle, data, 0, data.length, 0, () => undefined)
  await closed
  held.release()
  await held.close()
})

test('RV-861 unknown requests wait behind others, as their answers do', async () => {
  const held = await startHeldServer()
  const session = await open(held.port)
  const getParsed = countParsed('READLINK')
  held.hold()
  const answers: string[] = []
  const waiting = statOrder(session).then(() => answers.push('stat'))
  const unknown = getStatus(done => session.sftp.readlink('/orders', done)).then(status =>
    answers.push(`unknown ${status}`),
  )
  await expect.poll(getParsed).toBe(1)
  held.release()
  await Promise.all([waiting, unknown])
  expect(answers).toEqual(['stat', `unknown ${OP_UNSUPPORTED}`])
  await held.close()
})

test('RV-861 an account has a limited number of open files over all its connections', async () => {
  const limited = await startSftpServer(server.ctx, { ...SFTP_LIMITS, openFilesOfAccount: 3 })
  const [one, other] = [await open(limited.port), await open(limited.port)]
  const handles = [await openFile(one, '/orders/1.part'), await openFile(one, '/orders/2.part')]
  await openFile(other, '/orders/3.part')
  const attempt = () => getStatus(done => other.sftp.open('/orders/4.part', 'w', done))
  expect(await attempt()).toBe(FAILURE)
  expect(await close(one, handles[0]!)).toBe(OK)
  expect(await attempt()).toBe(OK)
  expect(await attempt()).toBe(FAILURE)
  one.client.destroy()
  await expect.poll(attempt).toBe(OK)
  await limited.close()
})

test('RV-861 a connection has at most two sessions, however many channels it opens before they start', async () => {
  const { client } = await open()
  const openSession = () => promisify(client.sftp.bind(client))()
  const results = await Promise.allSettled(Array.from({ length: 20 }, openSession))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(SFTP_LIMITS.sessions - 1)
  // Channels that start no session are limited, too; the library's client reports a refused one as its own error.
  for (let i = results.length + 1; i < SFTP_LIMITS.channels; i++) await openSession().catch(() => undefined)
  await expect(openSession()).rejects.toThrow('open failure')
})

test('RV-861 a client with more than 300 keep-alives in a minute is disconnected, and no more of them are answered', async () => {
  const session = await open()
  const { _protocol: protocol } = session.client as unknown as {
    _protocol: { ping(): void; _handlers: { REQUEST_FAILURE(): void } }
  }
  let answers = 0
  protocol._handlers.REQUEST_FAILURE = () => answers++
  const sendKeepAlives = (count: number) => {
    for (let i = 0; i < count; i++) protocol.ping()
  }
  sendKeepAlives(200)
  await expect.poll(() => answers).toBe(200)
  server.clock.advance(60_000)
  sendKeepAlives(250)
  await expect.poll(() => answers).toBe(450)
  expect(await session.list('/')).toContain('orders')
  const closed = new Promise<void>(resolve => session.client.once('close', () => resolve()))
  sendKeepAlives(5_000)
  await closed
  expect(answers).toBeLessThanOrEqual(500)
})

test('RV-861 a client that hangs up while it signs in is no connection of its account', async () => {
  const limits = { ...SFTP_LIMITS, connectionsOfAccount: 1, connectionsOfAddress: 1 }
  const held = await startHeldServer(limits)
  held.hold()
  const client = new ssh2.Client()
  client.on('error', () => undefined)
  client.connect({ host: '127.0.0.1', port: held.port, username: business.accountId, password })
  await expect.poll(held.countHeld).toBeGreaterThan(0)
  client.destroy()
  // The server accepts the next connection of the address once it has noticed.
  await expect.poll(() => receivesBanner(held.port)).toBe(true)
  held.release()
  const signIn = () =>
    open(held.port).then(
      () => 'signed in',
      () => 'refused',
    )
  await expect.poll(signIn).toBe('signed in')
  await held.close()
})

/** Whether the server greets a connection; it closes one that is too many. */
async function receivesBanner(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const greeted = new Promise<boolean>(resolve => {
    socket.once('data', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
  const isGreeted = await greeted
  socket.destroy()
  return isGreeted
}
