import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import * as contract from '#contract/sftp-access.ts'
import { change } from '../../context.ts'
import { deleteRows, findRow, updateRows } from '../../platform/db/rows.ts'
import { encrypt } from '../../platform/signing/encryption.ts'
import type { Client } from '../../testing/client.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { closeCustomer } from '../customers/store/closing.ts'
import { invoiceForTests } from '../invoices/invoices.testing.ts'
import { upsertInvoice } from '../invoices/invoices.ts'
import { upsertOrder } from '../orders/orders.ts'
import { pdfForTests, zipForTests } from '../product-files/product-files.testing.ts'
import { SFTP_LIMITS } from './connection/limits.ts'
import { type SftpServer, startSftpServer } from './connection/sftp-server.ts'
import { generateHostKey, getHostKeyFingerprint, reencryptHostKey, replaceHostKey } from './host-key.ts'
import { connectSftp, getStatus, OPENSSH, runOpenSsh, type TestSftp } from './sftp-access.testing.ts'

const LIMITS = { ...SFTP_LIMITS, connectionsOfAccount: 2 }
const [OK, NO_SUCH_FILE, PERMISSION_DENIED] = [0, 2, 3]
const RETAILER = { name: 'shop', token: 's'.repeat(40) }

let server: TestServer
let sftpServer: SftpServer
let business: Client
let password: string
const opened: TestSftp[] = []
let invoices = 0
beforeAll(async () => {
  server = await testServer({ config: { sftp: { port: 0 }, serviceTokens: [RETAILER] } })
  sftpServer = await startSftpServer(server.ctx, LIMITS)
})
afterAll(async () => {
  await sftpServer.close()
  await server.close()
})
beforeEach(async () => {
  await Promise.all(opened.splice(0).map(({ client }) => client.destroy()))
  // Attempts of earlier tests do not count.
  server.clock.advance(16 * 60_000)
  business = await server.customer({ business: true })
  password = (await business.call(contract.createSftpPassword)).password
})

async function open(
  userName = business.accountId,
  secret = password,
  port = sftpServer.port,
): Promise<TestSftp> {
  const session = await connectSftp(port, userName, secret)
  opened.push(session)
  return session
}
/** The level of the client's error; 'signed in' without one. */
const signIn = (userName: string, secret: string) =>
  open(userName, secret).then(
    () => 'signed in',
    error => error.level as string,
  )
const setStatus = (accountId: string, business_status: 'Active' | 'Blocked') =>
  updateRows(server.ctx.db, 'customers', { account_id: accountId }, { business_status })

/** Stores an invoice of that day and renders its PDF; returns its file name. */
async function addInvoice(accountId: string, issueDate: string): Promise<string> {
  const number = `SF-${++invoices}/${issueDate}`
  await upsertInvoice(server.ctx, number, invoiceForTests(accountId, { issueDate }))
  await server.idle()
  return `${number.replace('/', '-')}.pdf`
}
async function addProductPdf(accountId: string, bytes: Buffer): Promise<string> {
  const now = server.clock.now()
  const code = `S-${++invoices}`
  const product = `${code}-1`
  const products = [{ code: product, article: 'MAP-POSTER-50X70', title: 'The long way home' }]
  await upsertOrder(server.ctx, code, orderForTests(accountId, now, { products }))
  const answer = await fetch(
    `${server.origin}/api/product-files/retailer/products/${product}/files/${PRODUCT_PDF}?accountId=${accountId}&version=1`,
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${RETAILER.token}`, 'content-type': 'application/zip' },
      body: new Uint8Array(bytes),
    },
  )
  expect(answer.status).toBe(200)
  return product
}

describe('AA-108 signing in by SFTP', () => {
  test('OP-84 the page has host, port, user name, fingerprint and folders; the password is answered once', async () => {
    const { access } = await business.call(contract.getSftpAccess)
    expect(access).toEqual({
      host: 'localhost',
      port: 0,
      userName: business.accountId,
      hostKey: await getHostKeyFingerprint(server.ctx),
      folders: [
        { purpose: 'invoices', path: '/invoices' },
        { purpose: 'products', path: '/products' },
        { purpose: 'orders', path: '/orders' },
      ],
      fileName: 'YYYY-MM-DD_reference.json',
      keys: [],
      password: { createdAt: server.clock.now().toISOString(), lastUsedAt: null },
    })
    expect(password).toMatch(/^ksf_test_[0-9A-Za-z]{40}$/)
    const rows = await server.ctx.db.selectFrom('sftp_passwords').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(password)
    const { sftp } = server.ctx.config
    server.ctx.config.sftp = null
    expect(await business.call(contract.getSftpAccess)).toEqual({ access: null })
    expect((await business.expectError(contract.createSftpPassword)).status).toBe(404)
    server.ctx.config.sftp = sftp
  })

  test('the server has the key whose fingerprint is on the page, also after a new SECRET', async () => {
    const { access } = await business.call(contract.getSftpAccess)
    const seen = async (port: number) => {
      let fingerprint = ''
      const session = await connectSftp(port, business.accountId, password, {
        hostVerifier: (key: Buffer) => {
          fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
          return true
        },
      })
      await session.close()
      return fingerprint
    }
    expect(await seen(sftpServer.port)).toBe(access!.hostKey)
    await reencryptHostKey(server.ctx)
    expect(await getHostKeyFingerprint(server.ctx)).toBe(access!.hostKey)
    await replaceHostKey(server.ctx)
    const next = await getHostKeyFingerprint(server.ctx)
    expect(next).not.toBe(access!.hostKey)
    expect(await seen(sftpServer.port)).toBe(access!.hostKey)
    await sftpServer.close()
    sftpServer = await startSftpServer(server.ctx, LIMITS)
    expect(await seen(sftpServer.port)).toBe(next)
  })

  test('every key that is made can be read, and a stored one that cannot is replaced', async () => {
    // One of 256 public keys begins with a zero byte.
    for (let made = 0; made < 1000; made++)
      expect(ssh2.utils.parseKey(await generateHostKey())).not.toBeInstanceOf(Error)
    const private_key = await encrypt(server.ctx.signer.derive('sftp-host-key'), 'no key at all')
    await server.ctx.db.updateTable('sftp_host_keys').set({ private_key }).execute()
    const doors = await Promise.all([0, 1].map(() => startSftpServer(server.ctx, LIMITS)))
    const fingerprints = await Promise.all([
      getHostKeyFingerprint(server.ctx),
      getHostKeyFingerprint(server.ctx),
    ])
    expect(new Set(fingerprints).size).toBe(1)
    const session = await open(business.accountId, password, doors[0]!.port)
    await session.close()
    await Promise.all(doors.map(other => other.close()))
  })

  test('a wrong password, another account, an unknown one and a consumer are refused alike', async () => {
    const other = await server.customer({ business: true })
    const consumer = await server.customer()
    expect((await consumer.expectError(contract.createSftpPassword)).status).toBe(403)
    expect((await consumer.expectError(contract.getSftpAccess)).status).toBe(403)
    for (const [userName, secret] of [
      [business.accountId, `${password}x`],
      [business.accountId, ''],
      [other.accountId, password],
      [consumer.accountId, password],
      ['root', password],
      [`${business.accountId}\0`, password],
      ['x'.repeat(5000), password],
    ])
      expect(await signIn(userName!, secret!)).toBe('client-authentication')
    expect(await signIn(business.accountId, password)).toBe('signed in')
  })

  test('a new password replaces the previous one', async () => {
    const before = password
    password = (await business.call(contract.createSftpPassword)).password
    expect(await signIn(business.accountId, before)).toBe('client-authentication')
    expect(await signIn(business.accountId, password)).toBe('signed in')
  })

  test('a blocked and a closed account cannot sign in, and running sessions end', async () => {
    const session = await open()
    expect(await session.list('/')).toEqual(['invoices', 'orders', 'products'])
    const ended = once(session.client, 'close')
    await setStatus(business.accountId, 'Blocked')
    server.clock.advance(1000)
    session.sftp.readdir('/', () => undefined)
    await ended
    expect(await signIn(business.accountId, password)).toBe('client-authentication')
    await setStatus(business.accountId, 'Active')
    const again = await open()
    const closed = once(again.client, 'close')
    await change(server.ctx, tx => closeCustomer(tx, business.accountId, server.clock.now()))
    server.clock.advance(1000)
    again.sftp.stat('/', () => undefined)
    await closed
    expect(await signIn(business.accountId, password)).toBe('client-authentication')
  })

  test('a session whose password is gone without a notice ends with its next request after a second', async () => {
    const session = await open()
    await session.list('/')
    await deleteRows(server.ctx.db, 'sftp_passwords', { account_id: business.accountId })
    expect(await session.list('/')).not.toEqual([])
    server.clock.advance(1000)
    const ended = once(session.client, 'close')
    session.sftp.readdir('/', () => undefined)
    await ended
    password = (await business.call(contract.createSftpPassword)).password
  })

  test('wrong passwords of a network address are limited, right ones are not', async () => {
    const attempt = (secret: string) => signIn(business.accountId, secret)
    for (let i = 0; i < 5; i++) await (await open()).close()
    for (let i = 0; i < 6; i++) {
      expect(await attempt(password)).toBe('signed in')
      await opened.pop()!.close()
      await Promise.all(Array.from({ length: 10 }, () => attempt('wrong')))
    }
    expect(await attempt(password)).not.toBe('signed in')
    server.clock.advance(16 * 60_000)
    expect(await signIn(business.accountId, password)).toBe('signed in')
  })

  test('an account has as many connections as the limit says, and room again after one ended', async () => {
    const [first] = [await open(), await open()]
    expect(await signIn(business.accountId, password)).not.toBe('signed in')
    await first!.close()
    expect(await signIn(business.accountId, password)).toBe('signed in')
  })
})

describe('AA-108 the SFTP service', () => {
  test('no shell, no command, no forwarding, no other subsystem', async () => {
    const { client } = await open()
    const refused = (error: Error | undefined) => error !== undefined
    const attempts: ((done: (error: Error | undefined) => void) => void)[] = [
      done => client.shell(done),
      done => client.exec('id', done),
      done => client.subsys('netconf', done),
      done => client.forwardOut('127.0.0.1', 1, '127.0.0.1', 22, done),
      done => client.forwardIn('127.0.0.1', 0, done),
    ]
    for (const attempt of attempts)
      expect(await new Promise(resolve => attempt(error => resolve(refused(error))))).toBe(true)
  })

  test.each([
    ['kex', { kex: ['diffie-hellman-group14-sha1' as const] }],
    ['cipher', { cipher: ['aes128-cbc' as const] }],
    ['mac', { cipher: ['aes128-ctr' as const], hmac: ['hmac-sha1' as const] }],
    ['host key', { serverHostKey: ['ssh-rsa' as const] }],
  ])('an outdated %s is not negotiated', async (_name, algorithms) => {
    const attempt = connectSftp(sftpServer.port, business.accountId, password, { algorithms })
    await expect(attempt).rejects.toMatchObject({ level: 'handshake' })
  })

  test('what is not SSH, and a client that does not sign in, is disconnected', async () => {
    const strict = await startSftpServer(server.ctx, { ...LIMITS, signInMs: 50 })
    const silent = connect(strict.port, '127.0.0.1').resume()
    const web = connect(strict.port, '127.0.0.1').resume()
    web.write('GET / HTTP/1.1\r\n\r\n'.repeat(1000))
    await Promise.all([once(silent, 'close'), once(web, 'close')])
    await strict.close()
  })

  test('a session without requests ends', async () => {
    const impatient = await startSftpServer(server.ctx, { ...LIMITS, idleMs: 500 })
    const idle = await open(business.accountId, password, impatient.port)
    await once(idle.client, 'close')
    await impatient.close()
  })

  test('a client that has nothing more to send gets its answers, and the end of the channel', async () => {
    const session = await open()
    const channel = await new Promise<ssh2.ClientChannel>((resolve, reject) =>
      session.client.subsys('sftp', (error, stream) => (error ? reject(error) : resolve(stream))),
    )
    const received: Buffer[] = []
    channel.on('data', (data: Buffer) => received.push(data))
    const closed = once(channel, 'close')
    // INIT with version 3, and REALPATH of '.' with the id 7.
    channel.end(Buffer.from('0000000501000000030000000a1000000007000000012e', 'hex'))
    await closed
    const answers = Buffer.concat(received).toString('hex')
    expect(answers).toContain('6800000007')
  })

  test.runIf(OPENSSH)('OpenSSH fetches a folder in a batch and exits', async () => {
    const names = [await addInvoice(business.accountId, '2026-11-20')]
    names.push(await addInvoice(business.accountId, '2026-11-21'))
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-sftp-'))
    const user = { port: sftpServer.port, userName: business.accountId, password }
    await runOpenSsh(user, [`get -r /invoices/2026 ${folder}`], folder)
    expect((await readdir(join(folder, '2026'))).sort()).toEqual(names.sort())
    const session = await open()
    for (const name of names) {
      const fetched = await readFile(join(folder, '2026', name))
      expect(fetched.equals(await session.get(`/invoices/2026/${name}`))).toBe(true)
    }
    await rm(folder, { recursive: true })
  })

  test('garbage on the channel of SFTP ends the session and nothing else', async () => {
    const session = await open()
    const channel = new Promise<ssh2.ClientChannel>((resolve, reject) =>
      session.client.subsys('sftp', (error, stream) => (error ? reject(error) : resolve(stream))),
    )
    const ended = once(session.client, 'close')
    ;(await channel).write(randomBytes(100_000))
    await ended
    expect(await signIn(business.accountId, password)).toBe('signed in')
  })
})

describe('AA-084, AA-108 invoices by SFTP', () => {
  test('are in the folder of their year with the bytes of the page, and can be resumed', async () => {
    const recent = await addInvoice(business.accountId, '2026-11-20')
    const older = await addInvoice(business.accountId, '2025-03-01')
    const session = await open()
    expect(await session.list('/invoices')).toEqual(['2025', '2026'])
    expect(await session.list('/invoices/2026/')).toEqual([recent])
    expect(await session.list('invoices/2025')).toEqual([older])
    const row = (await findRow(server.ctx.db, 'invoices', {
      account_id: business.accountId,
      issue_date: '2026-11-20',
    }))!
    const bytes = await session.get(`/invoices/2026/${recent}`)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256)
    const [entry] = await session.entries('/invoices/2026')
    expect(entry!.attrs).toMatchObject({ size: bytes.length })
    expect(entry!.attrs.isFile()).toBe(true)
    const rest = await session.getFrom(`/invoices/2026/${recent}`, 1234)
    expect(rest.equals(bytes.subarray(1234))).toBe(true)
  })

  test('of another account are not found, by any path', async () => {
    const other = await server.customer({ business: true })
    const name = await addInvoice(other.accountId, '2026-11-20')
    const { sftp, list } = await open()
    expect(await list('/invoices')).toEqual([])
    for (const path of [
      `/invoices/2026/${name}`,
      `/${other.accountId}/invoices/2026/${name}`,
      `/../${other.accountId}/invoices`,
      '/etc/passwd',
      '../../../../etc/passwd',
      '/invoices/../../server/src/main.ts',
      '/invoices/%2e%2e/x',
      `/${'a/'.repeat(600)}`,
      '/constructor',
      '/invoices/2026/x.pdf/y',
    ])
      expect(await getStatus(done => sftp.stat(path, done))).toBe(NO_SUCH_FILE)
  })

  test('are read with one opening of each file and no query of their own', async () => {
    for (let i = 0; i < 12; i++) await addInvoice(business.accountId, '2026-11-20')
    const opened: string[] = []
    const { blobs } = server.ctx
    const { db, count } = countStatements(server.ctx.db)
    const read: typeof blobs.read = (key, range) => {
      opened.push(key)
      return blobs.read(key, range)
    }
    const ctx = { ...server.ctx, db, blobs: { ...blobs, read } }
    const counted = await startSftpServer(ctx, LIMITS)
    const session = await open(business.accountId, password, counted.port)
    const names = await session.list('/invoices/2026')
    const before = count()
    for (const name of names) await session.get(`/invoices/2026/${name}`)
    expect(names).toHaveLength(12)
    expect(opened).toHaveLength(12)
    expect(count() - before).toBe(0)
    await counted.close()
  })

  test('an invoice that becomes ready is listed in a running session', async () => {
    const session = await open()
    expect(await session.list('/invoices')).toEqual([])
    await addInvoice(business.accountId, '2026-11-20')
    server.clock.advance(2000)
    expect(await session.list('/invoices')).toEqual(['2026'])
  })

  test('paths are resolved from the root, and never above it', async () => {
    const { sftp } = await open()
    const real = promisify(sftp.realpath.bind(sftp)) as (path: string) => Promise<string>
    for (const [path, absolute] of [
      ['.', '/'],
      ['', '/'],
      ['../..', '/'],
      ['/invoices/../products/./x', '/products/x'],
      ['//invoices//', '/invoices'],
    ])
      expect(await real(path!)).toBe(absolute)
  })

  test('nothing can be written, renamed, removed or linked', async () => {
    const name = await addInvoice(business.accountId, '2026-11-20')
    const path = `/invoices/2026/${name}`
    const { sftp, get } = await open()
    const before = await get(path)
    const statuses = [
      await getStatus(done => sftp.open(path, 'w', done)),
      await getStatus(done => sftp.open(path, 'a', done)),
      await getStatus(done => sftp.open(path, 'r+', done)),
      await getStatus(done => sftp.unlink(path, done)),
      await getStatus(done => sftp.rename(path, '/invoices/2026/x.pdf', done)),
      await getStatus(done => sftp.mkdir('/invoices/2030', done)),
      await getStatus(done => sftp.rmdir('/invoices', done)),
      await getStatus(done => sftp.symlink('/etc/passwd', '/invoices/link', done)),
      await getStatus(done => sftp.setstat(path, { size: 0 }, done)),
    ]
    expect(new Set(statuses)).toEqual(new Set([PERMISSION_DENIED]))
    expect(await getStatus(done => sftp.stat(path, done))).toBe(OK)
    expect((await get(path)).equals(before)).toBe(true)
  })

  test('a client that asks for much and reads nothing does not fill the memory, and others are served', async () => {
    const name = await addInvoice(business.accountId, '2026-11-20')
    const greedy = await open()
    const handle = await promisify(greedy.sftp.open.bind(greedy.sftp))(`/invoices/2026/${name}`, 'r')
    const socket = (greedy.client as unknown as { _sock: import('node:net').Socket })._sock
    socket.pause()
    for (let i = 0; i < 5000; i++)
      greedy.sftp.read(handle, Buffer.alloc(32_768), 0, 32_768, 0, () => undefined)
    const other = await open()
    expect(await other.list('/invoices')).toEqual(['2026'])
  })
})

describe('AA-088, AA-108 PDFs of products by SFTP', () => {
  test('are unpacked, whole and from any offset, forwards and backwards', async () => {
    const pdf = pdfForTests()
    const plain = await addProductPdf(business.accountId, pdf)
    const zipped = await addProductPdf(business.accountId, zipForTests([{}]))
    const session = await open()
    expect(await session.list('/products')).toEqual([`${plain}.pdf`, `${zipped}.pdf`].sort())
    for (const product of [plain, zipped]) {
      const path = `/products/${product}.pdf`
      const bytes = await session.get(path)
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect((await session.getFrom(path, 17)).equals(bytes.subarray(17))).toBe(true)
      const handle = await promisify(session.sftp.open.bind(session.sftp))(path, 'r')
      for (const at of [bytes.length - 9, 3, 11, 0, bytes.length - 1]) {
        const target = Buffer.alloc(7)
        const read = await new Promise<number>((resolve, reject) =>
          session.sftp.read(handle, target, 0, 7, at, (error, count) =>
            error ? reject(error) : resolve(count),
          ),
        )
        expect(target.subarray(0, read).equals(bytes.subarray(at, at + 7))).toBe(true)
      }
      await promisify(session.sftp.close.bind(session.sftp))(handle)
    }
  })

  test('of another account, and before their order, are not listed', async () => {
    const other = await server.customer({ business: true })
    const product = await addProductPdf(other.accountId, pdfForTests())
    const { sftp, list } = await open()
    expect(await list('/products')).toEqual([])
    expect(await getStatus(done => sftp.stat(`/products/${product}.pdf`, done))).toBe(NO_SUCH_FILE)
  })
})
