import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2, { type PublicKeyAuthMethod } from 'ssh2'
import { beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/sftp-access.ts'
import { change } from '../../context.ts'
import type { EndCause } from '../../domain.ts'
import { listColumns } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { createTestStorage, testServer } from '../../testing/harness.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { closeAccount } from '../customers/index.ts'
import { SFTP_LIMITS } from './connection/limits.ts'
import { startSftpServer } from './connection/sftp-server.ts'
import { sftpAccessSources } from './index.ts'
import {
  connectSftp,
  connectSftpWithKey,
  createKeyPair,
  OPENSSH,
  openSftp,
  runOpenSsh,
} from './sftp-access.testing.ts'

const CARE = { name: 'customer-care', token: 'c'.repeat(40) }

let business: Client
const server = closeAfterAll(await testServer({ config: { sftp: { port: 0 }, serviceTokens: [CARE] } }))
const sftpServer = closeAfterAll(await startSftpServer(server.ctx))
beforeEach(async () => {
  // Attempts of earlier tests do not count.
  server.clock.advance(16 * 60_000)
  business = await server.customer({ business: true })
})

const addKey = (publicKey: string, name = 'erp01') =>
  business.call(contract.addSftpKey, { body: { name, publicKey } })
const refuseKey = async (publicKey: unknown, name: unknown = 'erp01') => {
  const { status, body } = await business.expectError(contract.addSftpKey, {
    body: { name, publicKey } as never,
  })
  return [status, body.fields ?? body.reason]
}
const readAccess = async () => (await business.call(contract.getSftpAccess)).access!

const open = (privateKey: string, userName = business.accountId) =>
  openSftp(sftpServer.port, userName, undefined, { privateKey })
const openWithPassword = (password: string) => openSftp(sftpServer.port, business.accountId, password)
const listEvents = async () => {
  const rows = await readJournal(server.ctx, business.accountId, 'sftp.')
  return rows.map(({ kind, network, detail }) => ({ kind, network, detail }))
}
/** The status of a business, as customer care sets it. */
const setStatus = (status: 'Active' | 'Blocked', version: number) =>
  fetch(`${server.origin}/api/customers/retailer/customers/${business.accountId}/status`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${CARE.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version, status }),
  })

describe('NX-347 a key is added', () => {
  test('with its type, bits and fingerprint, which ssh-keygen shows too, and answered by the list', async () => {
    const { publicKey } = createKeyPair({ type: 'rsa', bits: 2048 })
    const key = await addKey(publicKey, ' erp01 ')
    const blob = Buffer.from(publicKey.split(' ')[1]!, 'base64')
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', blob)).toString('base64')
    expect(key).toMatchObject({
      name: 'erp01',
      type: 'ssh-rsa',
      bits: 2048,
      lastUsedAt: null,
      lastUsedFrom: null,
    })
    expect(key.fingerprint).toBe(`SHA256:${hash.replace(/=+$/, '')}`)
    expect((await readAccess()).keys).toEqual([key])
  })

  test('in the format that PuTTYgen saves, which is the same key', async () => {
    const { publicKey } = createKeyPair()
    const base64 = publicKey.split(' ')[1]!
    const lines = base64.match(/.{1,70}/g)!.join('\r\n')
    const saved = `---- BEGIN SSH2 PUBLIC KEY ----\r\nComment: "erp@\\\r\nerp01"\r\n${lines}\r\n---- END SSH2 PUBLIC KEY ----\r\n`
    await addKey(saved)
    expect(await refuseKey(publicKey)).toEqual([409, 'key-in-use'])
    expect(await refuseKey(` ${publicKey}\n`)).toEqual([409, 'key-in-use'])
  })

  test.each([
    ['no text', () => '', 'empty'],
    ['no key', () => 'erp01', 'not-a-key'],
    ['half a key', () => createKeyPair().publicKey.slice(0, 50), 'not-a-key'],
    ['two keys', () => `${createKeyPair().publicKey}\n${createKeyPair().publicKey}`, 'not-a-key'],
    ['options', () => `from="10.0.0.1" ${createKeyPair().publicKey}`, 'not-a-key'],
    [
      'another type before it',
      () => createKeyPair().publicKey.replace('ssh-ed25519', 'ssh-rsa'),
      'not-a-key',
    ],
    ['a byte behind the key', () => toLine(['ssh-ed25519', Buffer.alloc(32), Buffer.alloc(0)]), 'not-a-key'],
    ['a curve of another type', () => toLine(['ecdsa-sha2-nistp256', 'nistp384', point(32)]), 'not-a-key'],
    ['a part of the curve’s name', () => toLine(['ecdsa-sha2-nistp256', '256', point(32)]), 'not-a-key'],
    [
      'more than the curve’s name',
      () => toLine(['ecdsa-sha2-nistp256', 'sha2-nistp256', point(32)]),
      'not-a-key',
    ],
    ['an exponent of 65 bits', () => toLine(['ssh-rsa', number(9), number(256)]), 'not-a-key'],
    ['20,000 bits', () => toLine(['ssh-rsa', number(3), number(2500)]), 'not-a-key'],
    ['a private key', () => createKeyPair().privateKey, 'private-key'],
    ['a private key of PuTTY', () => 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n', 'private-key'],
    ['DSA', () => toLine(['ssh-dss', number(128), number(20), number(128), number(128)]), 'type'],
    ['a key in hardware', () => toLine(['sk-ssh-ed25519@openssh.com', Buffer.alloc(32), 'ssh:']), 'type'],
    ['a certificate', () => toLine(['ssh-ed25519-cert-v01@openssh.com', Buffer.alloc(32)]), 'type'],
    ['RSA of 1024 bits', () => createKeyPair({ type: 'rsa', bits: 1024 }).publicKey, 'too-short'],
    ['RSA of 2047 bits', () => toLine(['ssh-rsa', number(3), number(256, 0x40)]), 'too-short'],
    ['too long a text', () => `ssh-rsa ${'A'.repeat(8000)}`, 'too-long'],
  ])('not with %s: the field says why', async (_name, createText, issue) => {
    expect(await refuseKey(createText())).toEqual([400, { publicKey: issue }])
    expect((await readAccess()).keys).toEqual([])
    expect(await listEvents()).toEqual([])
  })

  test('with a name, once, at most 20, and not for a blocked account', async () => {
    expect(await refuseKey(createKeyPair().publicKey, ' ')).toEqual([400, { name: 'empty' }])
    for (const name of ['erp\n01', 'erp\u202E01'])
      expect(await refuseKey(createKeyPair().publicKey, name)).toEqual([400, { name: 'not-valid' }])
    for (let count = 0; count < 20; count++) await addKey(createKeyPair().publicKey)
    expect(await refuseKey(createKeyPair().publicKey)).toEqual([409, 'too-many-keys'])
    const [{ id }] = (await readAccess()).keys as [contract.SftpKey]
    await business.call(contract.deleteSftpKey, { params: { id } })
    await setStatus('Blocked', 1)
    expect(await refuseKey(createKeyPair().publicKey)).toEqual([409, 'account-blocked'])
    await setStatus('Active', 2)
    await addKey(createKeyPair().publicKey)
  })

  test('NX-328 with an event that names it, and so is a password, without its secret', async () => {
    const { publicKey } = createKeyPair()
    const { fingerprint } = await addKey(publicKey)
    server.clock.advance(1)
    const { password } = await business.call(contract.createSftpPassword)
    expect(await listEvents()).toMatchObject([
      { kind: 'sftp.added', detail: { name: 'erp01', fingerprint } },
      { kind: 'sftp.added', detail: {} },
    ])
    expect(password).toMatch(/^ksf_test_[0-9A-Za-z]{40}$/)
    expect(JSON.stringify(await listEvents())).not.toContain(password)
  })
})

describe('NX-347 signing in by SFTP with a key', () => {
  test.each([
    [{ type: 'ed25519' }],
    [{ type: 'ecdsa', bits: 256 }],
    [{ type: 'ecdsa', bits: 384 }],
    [{ type: 'ecdsa', bits: 521 }],
    [{ type: 'rsa', bits: 2048 }],
    [{ type: 'rsa', bits: 4096 }],
  ] as const)('%j', async options => {
    const { publicKey, privateKey } = createKeyPair(options)
    await addKey(publicKey)
    const session = await open(privateKey)
    expect(await session.list('/')).toEqual(['invoices', 'orders', 'products'])
  })

  test('is refused for another key, a key of another account, a consumer, and an account without keys', async () => {
    const { publicKey, privateKey } = createKeyPair()
    await addKey(publicKey)
    const other = await server.customer({ business: true })
    for (const [userName, key] of [
      [business.accountId, createKeyPair().privateKey],
      [other.accountId, privateKey],
      [(await server.customer()).accountId, privateKey],
      ['nobody', privateKey],
      [`${business.accountId}\0`, privateKey],
    ] as const)
      await expect(open(key, userName)).rejects.toMatchObject({ level: 'client-authentication' })
    await open(privateKey)
  })

  test('is refused to who knows the public key only, and that is no use of it', async () => {
    const { publicKey, privateKey } = createKeyPair()
    await addKey(publicKey)
    const key = ssh2.utils.parseKey(privateKey)
    if (key instanceof Error) throw key
    let signatures = 0
    key.sign = () => {
      signatures++
      return Buffer.alloc(64)
    }
    const method: PublicKeyAuthMethod = { type: 'publickey', username: business.accountId, key }
    await expect(
      connectSftp(sftpServer.port, business.accountId, undefined, { authHandler: [method] }),
    ).rejects.toMatchObject({ level: 'client-authentication' })
    expect(signatures).toBe(1)
    const access = await readAccess()
    expect(access.keys).toMatchObject([{ lastUsedAt: null, lastUsedFrom: null }])
  })

  test('is refused for RSA with SHA-1, also without a signature, and accepted with SHA-2', async () => {
    const { publicKey, privateKey } = createKeyPair({ type: 'rsa', bits: 2048 })
    await addKey(publicKey)
    const client = new ssh2.Client()
    const failure = once(client, 'ready').then(
      () => 'signed in',
      (error: { level: string }) => error.level,
    )
    client.connect({ host: '127.0.0.1', port: sftpServer.port, username: business.accountId, privateKey })
    // A client that does not know the server's algorithms signs with SHA-1.
    const { _protocol: protocol } = client as unknown as { _protocol: { _handlers: { EXT_INFO(): void } } }
    protocol._handlers.EXT_INFO = () => undefined
    expect(await failure).toBe('client-authentication')
    client.destroy()
    await open(privateKey)
  })

  test('falls back to the password, and is refused after 20 keys', async () => {
    const { password } = await business.call(contract.createSftpPassword)
    const { privateKey } = createKeyPair()
    const session = await openSftp(sftpServer.port, business.accountId, password, {
      privateKey,
      authHandler: ['publickey', 'password'],
    })
    expect(await session.list('/')).toContain('orders')
    let offered = 0
    const keys = Array.from({ length: 25 }, () => createKeyPair().privateKey)
    await expect(
      connectSftp(sftpServer.port, business.accountId, undefined, {
        authHandler: (_left, _partial, next) => {
          const key = keys[offered++]
          if (!key) return next(false as never)
          next({ type: 'publickey', username: business.accountId, key })
        },
      }),
    ).rejects.toThrow()
    // The client reads the last refusal, and offers another key before it reads that the connection ends.
    expect(offered).toBe(SFTP_LIMITS.keyRequests + 1)
  })

  test('is its last use, with the network, at most once a minute; a new network is told', async () => {
    const { publicKey, privateKey } = createKeyPair()
    await addKey(publicKey)
    server.clock.advance(1)
    const usedAt = server.clock.now().toISOString()
    await open(privateKey)
    const readKey = async () => (await readAccess()).keys[0]!
    await expect.poll(readKey).toMatchObject({ lastUsedAt: usedAt, lastUsedFrom: '127.0.0.x' })
    const newNetwork = { kind: 'sftp.new-network', network: '127.0.0.x', detail: { name: 'erp01' } }
    expect((await listEvents()).slice(1)).toEqual([newNetwork])
    server.clock.advance(30_000)
    await (await open(privateKey)).list('/')
    server.clock.advance(31_000)
    const laterAt = server.clock.now().toISOString()
    await open(privateKey)
    await expect.poll(readKey).toMatchObject({ lastUsedAt: laterAt })
    await expect.poll(listEvents).toHaveLength(2)
  })

  test('a password has a last use, and the first one is an event', async () => {
    const { password } = await business.call(contract.createSftpPassword)
    await openWithPassword(password)
    const lastUsedAt = server.clock.now().toISOString()
    await expect.poll(async () => (await readAccess()).password).toMatchObject({ lastUsedAt })
    await expect.poll(listEvents).toHaveLength(2)
  })

  test.runIf(OPENSSH).each([
    ['Ed25519', { type: 'ed25519' }, []],
    ['RSA', { type: 'rsa', bits: 3072 }, []],
  ] as const)('by OpenSSH in batch mode with %s: sends a file and reads it', async (_name, options, more) => {
    const { publicKey, privateKey } = createKeyPair(options)
    await addKey(publicKey)
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-sftp-'))
    const user = { port: sftpServer.port, userName: business.accountId, privateKey, options: more }
    const sent = join(folder, 'batch')
    await runOpenSsh(user, [`put ${sent} /orders/a.part`, `get /orders/a.part ${folder}/received`], folder)
    expect((await readFile(join(folder, 'received'))).equals(await readFile(sent))).toBe(true)
    await rm(folder, { recursive: true })
  })

  test.runIf(OPENSSH)('by OpenSSH is refused for RSA with SHA-1 only', async () => {
    const { publicKey, privateKey } = createKeyPair({ type: 'rsa', bits: 3072 })
    await addKey(publicKey)
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-sftp-'))
    const options = ['PubkeyAcceptedAlgorithms=ssh-rsa']
    const user = { port: sftpServer.port, userName: business.accountId, privateKey, options }
    await expect(runOpenSsh(user, ['ls'], folder)).rejects.toMatchObject({ code: 255 })
    await rm(folder, { recursive: true })
  })
})

describe('NX-347 an open connection ends without a request of its client', () => {
  const ways: [string, () => Promise<unknown>][] = [
    [
      'its key',
      async () => business.call(contract.deleteSftpKey, { params: { id: (await readAccess()).keys[0]!.id } }),
    ],
    ['all keys', () => end('sftpKeys', 'all', 'not-me')],
    ['the account, blocked', () => setStatus('Blocked', 1)],
    [
      'the account, closed',
      () => change(server.ctx, tx => closeAccount(server.ctx, tx, business.accountId, server.clock.now())),
    ],
  ]
  test.each(ways)('with %s', async (_name, endAccess) => {
    const { publicKey, privateKey } = createKeyPair()
    await addKey(publicKey)
    // The first one is idle, the other one has not opened SFTP.
    const session = await open(privateKey)
    const client = new ssh2.Client().connect({
      host: '127.0.0.1',
      port: sftpServer.port,
      username: business.accountId,
      privateKey,
    })
    await once(client, 'ready')
    const closed = Promise.all([once(session.client, 'close'), once(client, 'close')])
    await endAccess()
    await closed
    await expect(open(privateKey)).rejects.toMatchObject({ level: 'client-authentication' })
  })

  test.each<[string, () => Promise<unknown>]>([
    ['its password', () => business.call(contract.deleteSftpPassword)],
    ['a new password', () => business.call(contract.createSftpPassword)],
    [
      'its password, by the rules of a new one',
      () => end('sftpPassword', ['sftp-password'], 'password-reset'),
    ],
  ])('with %s; a key is not concerned', async (_name, endPassword) => {
    const { publicKey, privateKey } = createKeyPair()
    await addKey(publicKey)
    const { password } = await business.call(contract.createSftpPassword)
    const [byKey, byPassword] = [await open(privateKey), await openWithPassword(password)]
    const closed = once(byPassword.client, 'close')
    await endPassword()
    await closed
    await expect(openWithPassword(password)).rejects.toMatchObject({ level: 'client-authentication' })
    expect(await byKey.list('/')).toContain('orders')
  })

  test('what is sent of a file is stored before', async () => {
    const { publicKey, privateKey } = createKeyPair()
    const { id } = await addKey(publicKey)
    const session = await open(privateKey)
    const handle = await new Promise<Buffer>((resolve, reject) =>
      session.sftp.open('/orders/a.json', 'w', (error, opened) => (error ? reject(error) : resolve(opened))),
    )
    await new Promise(resolve => session.sftp.write(handle, Buffer.from('{"ref'), 0, 5, 0, resolve))
    const closed = once(session.client, 'close')
    await business.call(contract.deleteSftpKey, { params: { id } })
    await closed
    const readFiles = () =>
      listColumns(server.ctx.db, 'order_files', { account_id: business.accountId }, ['name', 'is_complete'])
    await expect.poll(readFiles).toEqual([{ name: 'a.json', is_complete: false }])
  })

  test('ids of others and ended ones are ignored; a password that does not exist can be ended', async () => {
    const { publicKey, privateKey } = createKeyPair()
    const { id } = await addKey(publicKey)
    const session = await open(privateKey)
    const stranger = await server.customer({ business: true })
    const params = { id }
    expect((await stranger.expectError(contract.deleteSftpKey, { params })).status).toBe(404)
    await change(server.ctx, tx => source('sftpKeys').end(server.ctx, tx, stranger.accountId, [id], 'owner'))
    await end('sftpKeys', [], 'password-reset')
    await end('sftpKeys', ['another'], 'password-reset')
    await business.call(contract.deleteSftpPassword)
    expect(await session.list('/')).toContain('orders')
    await business.call(contract.deleteSftpKey, { params })
    expect((await business.expectError(contract.deleteSftpKey, { params })).status).toBe(404)
  })

  test('NX-318 keys and password are listed as access until they end', async () => {
    const key = await addKey(createKeyPair().publicKey)
    await business.call(contract.createSftpPassword)
    const list = (kind: 'sftpKeys' | 'sftpPassword') =>
      source(kind).list(server.ctx, server.ctx.db, business.accountId)
    expect(await list('sftpKeys')).toEqual([key])
    const createdAt = server.clock.now().toISOString()
    const password = { id: 'sftp-password', createdAt, lastUsedAt: null, lastUsedFrom: null }
    expect(await list('sftpPassword')).toEqual([password])
    await end('sftpPassword', 'all', 'not-me')
    expect([await list('sftpPassword'), (await readAccess()).password]).toEqual([[], null])
  })

  const source = (kind: 'sftpKeys' | 'sftpPassword') => sftpAccessSources.find(each => each.kind === kind)!
  const end = (kind: 'sftpKeys' | 'sftpPassword', ids: readonly string[] | 'all', cause: EndCause) =>
    change(server.ctx, tx => source(kind).end(server.ctx, tx, business.accountId, ids, cause))
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'NX-347 a key ends in every process: the connection to another one ends, too',
  async () => {
    const storage = await createTestStorage()
    const config = { sftp: { port: 0 } }
    const [web, other] = [await testServer({ storage, config }), await testServer({ storage, config })]
    const door = await startSftpServer(other.ctx)
    const customer = await web.customer({ business: true })
    const { publicKey, privateKey } = createKeyPair()
    const { id } = await customer.call(contract.addSftpKey, { body: { name: 'erp01', publicKey } })
    const session = await connectSftpWithKey(door.port, customer.accountId, privateKey)
    const closed = once(session.client, 'close')
    await customer.call(contract.deleteSftpKey, { params: { id } })
    await closed
    await door.close()
    await Promise.all([web.close(), other.close()])
    await storage.remove()
  },
)

/** A public key of these parts, as a line. */
function toLine(parts: readonly (string | Buffer)[]): string {
  const blob = Buffer.concat(
    parts.flatMap(part => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(Buffer.byteLength(part))
      return [length, Buffer.from(part)]
    }),
  )
  return `${parts[0]} ${blob.toString('base64')}`
}
/** A positive number of that many bytes. */
const number = (bytes: number, first = 0x41) => Buffer.alloc(bytes, 0x55).fill(first, 0, 1)
/** An uncompressed point of a curve. */
const point = (size: number) => Buffer.alloc(1 + 2 * size, 4)
