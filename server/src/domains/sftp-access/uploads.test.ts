import { once } from 'node:events'
import { promisify } from 'node:util'
import type { ClientChannel } from 'ssh2'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSftpPassword } from '#contract/sftp-access.ts'
import { change } from '../../context.ts'
import { insertRows, listColumns } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { isProof } from '../../testing/sample.ts'
import { closeCustomer } from '../customers/store/closing.ts'
import { startSftpServer } from './connection/sftp-server.ts'
import { getStatus, openSftp, type TestSftp } from './sftp-access.testing.ts'

const [OK, PERMISSION_DENIED, FAILURE, BAD_MESSAGE] = [0, 3, 4, 5]
const MAX_BYTES = 1024 * 1024
/** Any content of a file that ends in .json is answered with a result file once it is complete. */
const CONTENT = Buffer.from('{"reference":"A-1","products":[{"code":"K-1"}]}')

let business: Client
let password: string
const server = closeAfterAll(await testServer({ config: { sftp: { port: 0 }, rateLimits: false } }))
const sftpServer = closeAfterAll(await startSftpServer(server.ctx))
beforeEach(async () => {
  business = await server.customer({ business: true })
  password = (await business.call(createSftpPassword)).password
})

const open = () => openSftp(sftpServer.port, business.accountId, password)
const openFile = ({ sftp }: TestSftp, path: string, flags: 'w' | 'r+' | 'a' | 'r' = 'w') =>
  promisify(sftp.open.bind(sftp))(path, flags) as Promise<Buffer>
const writeAt = ({ sftp }: TestSftp, handle: Buffer, data: Buffer, offset: number) =>
  getStatus(done => sftp.write(handle, data, 0, data.length, offset, done))
const close = ({ sftp }: TestSftp, handle: Buffer) => getStatus(done => sftp.close(handle, done))
async function put(session: TestSftp, path: string, content = CONTENT): Promise<void> {
  const handle = await openFile(session, path)
  expect(await writeAt(session, handle, content, 0)).toBe(OK)
  expect(await close(session, handle)).toBe(OK)
}
/** Ends the connection without closing its files. */
async function disconnect({ client }: TestSftp): Promise<void> {
  const closed = once(client, 'close')
  client.destroy()
  await closed
}
const listRows = () =>
  listColumns(
    server.ctx.db,
    'order_files',
    { account_id: business.accountId },
    ['name', 'content', 'is_complete', 'issues'],
    'name',
  )
/** The only file of the account, as text. */
async function readRow() {
  const [row, ...others] = await listRows()
  expect(others).toEqual([])
  return row && { name: row.name, text: Buffer.from(row.content).toString(), isComplete: row.is_complete }
}

describe('RV-865 NX-350 a name in the decomposed form of Unicode', () => {
  const [NFC, NFD] = ['/orders/Köln.json', '/orders/Ko\u0308ln.json']

  test('names the same file in every request', async () => {
    const session = await open()
    const { sftp } = session
    const status = (request: (done: (error?: Error | null) => void) => void) => getStatus(request)
    await put(session, NFD)
    expect((await readRow())!.name).toBe('Köln.json')
    for (const path of [NFC, NFD]) {
      expect(await status(done => sftp.stat(path, done))).toBe(OK)
      expect(await status(done => sftp.lstat(path, done))).toBe(OK)
      expect(await status(done => sftp.utimes(path, 1, 1, done))).toBe(OK)
      expect((await session.get(path)).equals(CONTENT)).toBe(true)
      expect((await session.get(`${path}.error.txt`)).toString()).toContain('products.0.code: unknown')
      const handle = await openFile(session, path, 'r+')
      expect(await close(session, handle)).toBe(OK)
    }
    const realPath = promisify(sftp.realpath.bind(sftp)) as (path: string) => Promise<string>
    expect(await realPath(NFD)).toBe(NFC)
    expect(await status(done => sftp.rename(NFD, '/orders/Mu\u0308nchen.json', done))).toBe(OK)
    expect((await readRow())!.name).toBe('München.json')
    expect(await status(done => sftp.rename('/orders/Mu\u0308nchen.json', NFD, done))).toBe(OK)
    expect(await status(done => sftp.unlink(`${NFD}.error.txt`, done))).toBe(OK)
    expect(await listRows()).toEqual([])
    await put(session, NFC)
    expect(await status(done => sftp.unlink(NFD, done))).toBe(OK)
    expect(await listRows()).toEqual([])
  })
})

describe('RV-865 a name that is not UTF-8', () => {
  const OPERATIONS = [
    ['OPEN', 3, 1, Buffer.from('0000001a00000000', 'hex')],
    ['LSTAT', 7, 1, Buffer.alloc(0)],
    ['SETSTAT', 9, 1, Buffer.alloc(4)],
    ['OPENDIR', 11, 1, Buffer.alloc(0)],
    ['REMOVE', 13, 1, Buffer.alloc(0)],
    ['REALPATH', 16, 1, Buffer.alloc(0)],
    ['STAT', 17, 1, Buffer.alloc(0)],
    ['RENAME', 18, 2, Buffer.alloc(0)],
  ] as const
  const UNCHANGED = [
    ['MKDIR', 14, 1, Buffer.alloc(4)],
    ['RMDIR', 15, 1, Buffer.alloc(0)],
    ['SYMLINK', 20, 2, Buffer.alloc(0)],
  ] as const

  test.each([
    ['a byte that starts nothing', 'ff'],
    ['an overlong form', 'c0af'],
    ['a lone surrogate', 'eda080'],
    ['a truncated form', 'e282'],
    ['Latin-1', 'f6'],
    ['U+FFFD', 'efbfbd'],
    ['U+0000', '00'],
  ])('with %s is refused by every request, and nothing is stored', async (_name, hex) => {
    const channel = await openChannel((await open()).client)
    const name = Buffer.concat([Buffer.from('/orders/a'), Buffer.from(hex, 'hex'), Buffer.from('.json')])
    for (const [operation, type, names, rest] of OPERATIONS) {
      const status = await request(channel, type, [...Array(names).fill(name)], rest)
      expect([operation, status]).toEqual([operation, BAD_MESSAGE])
    }
    for (const [operation, type, names, rest] of UNCHANGED) {
      const status = await request(channel, type, [...Array(names).fill(name)], rest)
      expect([operation, status]).toEqual([operation, PERMISSION_DENIED])
    }
    expect(await request(channel, 18, [Buffer.from('/orders/b'), name], Buffer.alloc(0))).toBe(BAD_MESSAGE)
    expect(await listRows()).toEqual([])
  })

  /** Opens the SFTP of a connection without a client library that would encode names. */
  async function openChannel(client: TestSftp['client']): Promise<ClientChannel> {
    const channel = await new Promise<ClientChannel>((resolve, reject) =>
      client.subsys('sftp', (error, stream) => (error ? reject(error) : resolve(stream))),
    )
    const version = once(channel, 'data')
    channel.write(Buffer.from('000000050100000003', 'hex'))
    await version
    return channel
  }
  /** Sends a request and returns the status of the answer. */
  async function request(channel: ClientChannel, type: number, names: readonly Buffer[], rest: Buffer) {
    const texts = names.flatMap(name => [toUint32(name.length), name])
    const body = Buffer.concat([Buffer.from([type]), toUint32(7), ...texts, rest])
    const answer = once(channel, 'data')
    channel.write(Buffer.concat([toUint32(body.length), body]))
    const [data] = (await answer) as [Buffer]
    expect(data[4]).toBe(101)
    return data.readUInt32BE(9)
  }
  function toUint32(value: number): Buffer {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
})

describe('RV-865 NX-351 a file of which a part is missing', () => {
  test('because a write was refused stays partial: its close fails, and so do later writes', async () => {
    const session = await open()
    const handle = await openFile(session, '/orders/a.json')
    expect(await writeAt(session, handle, CONTENT, 0)).toBe(OK)
    expect(await writeAt(session, handle, CONTENT, MAX_BYTES)).toBe(FAILURE)
    expect(await writeAt(session, handle, Buffer.from(' '), CONTENT.length)).toBe(FAILURE)
    expect(await close(session, handle)).toBe(FAILURE)
    expect(await readRow()).toEqual({ name: 'a.json', text: CONTENT.toString(), isComplete: false })
    expect(await session.list('/orders')).toEqual(['a.json'])
  })

  test.each([
    ['beyond 64 bits', 2 ** 64 - 2048],
    ['of the last possible byte', MAX_BYTES],
  ])('because of an offset %s stays partial', async (_name, offset) => {
    const session = await open()
    const handle = await openFile(session, '/orders/a.json')
    const { sftp } = session
    expect(await getStatus(done => sftp.write(handle, CONTENT, 0, 1, offset, done))).toBe(FAILURE)
    expect(await close(session, handle)).toBe(FAILURE)
    expect(await readRow()).toMatchObject({ text: '', isComplete: false })
  })

  test('in its middle stays partial up to there, is resumed, and is complete in any order of its parts', async () => {
    const session = await open()
    const [head, tail] = [CONTENT.subarray(0, 20), CONTENT.subarray(20)]
    const gap = await openFile(session, '/orders/a.json')
    await writeAt(session, gap, head.subarray(0, 8), 0)
    await writeAt(session, gap, tail, head.length)
    expect(await close(session, gap)).toBe(FAILURE)
    expect(await readRow()).toMatchObject({ text: CONTENT.subarray(0, 8).toString(), isComplete: false })
    const resumed = await openFile(session, '/orders/a.json', 'r+')
    await writeAt(session, resumed, tail, head.length)
    await writeAt(session, resumed, head.subarray(8), 8)
    expect(await close(session, resumed)).toBe(OK)
    expect(await readRow()).toMatchObject({ text: CONTENT.toString(), isComplete: true })
  })

  test.runIf(isProof)('has a limited number of missing parts', async () => {
    const session = await open()
    const handle = await openFile(session, '/orders/a.json')
    const statuses: number[] = []
    for (let index = 0; index < 140; index++)
      statuses.push(await writeAt(session, handle, Buffer.from('x'), 2 * index))
    expect(statuses.indexOf(FAILURE)).toBe(128)
    expect(await close(session, handle)).toBe(FAILURE)
    expect(await readRow()).toMatchObject({ text: 'x', isComplete: false })
  })

  test('when its connection is lost is partial up to there', async () => {
    const session = await open()
    const handle = await openFile(session, '/orders/a.json')
    await writeAt(session, handle, CONTENT.subarray(0, 8), 0)
    await writeAt(session, handle, CONTENT.subarray(20), 20)
    await disconnect(session)
    await expect.poll(readRow).toMatchObject({ text: CONTENT.subarray(0, 8).toString(), isComplete: false })
  })

  test('is not completed by another name', async () => {
    const session = await open()
    const handle = await openFile(session, '/orders/a.part')
    await writeAt(session, handle, CONTENT, 0)
    await disconnect(session)
    await expect.poll(readRow).toMatchObject({ isComplete: false })
    const again = await open()
    expect(await getStatus(done => again.sftp.rename('/orders/a.part', '/orders/a.json', done))).toBe(FAILURE)
    expect(await readRow()).toMatchObject({ name: 'a.part', isComplete: false })
  })
})

describe('RV-865 a file that exists', () => {
  test('is appended to and truncated by a close, and unchanged before', async () => {
    const session = await open()
    await put(session, '/orders/a.part', Buffer.from('one'))
    const appended = await openFile(session, '/orders/a.part', 'a')
    expect(await writeAt(session, appended, Buffer.from(' two'), 0)).toBe(OK)
    expect(await readRow()).toMatchObject({ text: 'one', isComplete: true })
    expect(await close(session, appended)).toBe(OK)
    expect(await readRow()).toMatchObject({ text: 'one two', isComplete: true })
    const truncated = await openFile(session, '/orders/a.part', 'w')
    expect(await readRow()).toMatchObject({ text: 'one two' })
    expect(await close(session, truncated)).toBe(OK)
    expect(await readRow()).toMatchObject({ text: '', isComplete: true })
  })

  test('is not replaced by what an earlier lost connection had sent of it', async () => {
    const [lost, session] = [await open(), await open()]
    const handle = await openFile(lost, '/orders/a.json')
    expect(await writeAt(lost, handle, CONTENT.subarray(0, 8), 0)).toBe(OK)
    const other = await openFile(lost, '/orders/b.part')
    expect(await writeAt(lost, other, Buffer.from('b'), 0)).toBe(OK)
    await put(session, '/orders/a.json')
    await disconnect(lost)
    await expect.poll(async () => (await listRows()).map(({ name }) => name)).toEqual(['a.json', 'b.part'])
    const [row] = await listRows()
    expect(row!.is_complete).toBe(true)
    expect(Buffer.from(row!.content).equals(CONTENT)).toBe(true)
  })

  test('is not created again by a lost connection after it was removed', async () => {
    const [lost, session] = [await open(), await open()]
    await put(session, '/orders/a.part')
    const handle = await openFile(lost, '/orders/a.part', 'r+')
    expect(await writeAt(lost, handle, Buffer.from('x'), 0)).toBe(OK)
    await openFile(lost, '/orders/b.part')
    expect(await getStatus(done => session.sftp.unlink('/orders/a.part', done))).toBe(OK)
    await disconnect(lost)
    await expect.poll(async () => (await listRows()).map(({ name }) => name)).toEqual(['b.part'])
  })
})

describe('RV-865 a close is not acknowledged', () => {
  test('for an account that was closed meanwhile', async () => {
    const session = await open()
    const handle = await openFile(session, '/orders/a.json')
    await writeAt(session, handle, CONTENT, 0)
    await change(server.ctx, tx => closeCustomer(tx, business.accountId, server.clock.now()))
    expect(await close(session, handle)).toBe(FAILURE)
    expect(await listRows()).toEqual([])
  })

  test('for a file above the number of files, and the other files of the connection are stored', async () => {
    const session = await open()
    const [one, two, three] = [
      await openFile(session, '/orders/one.part'),
      await openFile(session, '/orders/two.part'),
      await openFile(session, '/orders/zero.part'),
    ]
    for (const handle of [one, two, three]) await writeAt(session, handle, Buffer.from('x'), 0)
    await insertFiles(199)
    expect(await close(session, two)).toBe(OK)
    expect(await close(session, one)).toBe(FAILURE)
    expect((await listRows()).map(({ name }) => name)).toContain('two.part')
    expect((await listRows()).map(({ name }) => name)).not.toContain('one.part')
  })

  async function insertFiles(count: number): Promise<void> {
    const row = {
      account_id: business.accountId,
      content: Buffer.from('x'),
      is_complete: true,
      modified_at: server.clock.now(),
    }
    await insertRows(
      server.ctx.db,
      'order_files',
      Array.from({ length: count }, (_, index) => ({ ...row, name: `${index}.part` })),
    )
  }
})
