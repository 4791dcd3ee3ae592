import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { endApiKey, replaceApiKey } from '#contract/api-keys.ts'
import { getCustomer, patchCustomer } from '#contract/customers.ts'
import { endOtherDevices } from '#contract/devices.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { endAllAccess } from '#contract/not-me.ts'
import { getOrders } from '#contract/orders.ts'
import { deletePasskey, listPasskeys } from '#contract/passkeys.ts'
import { getPhotos } from '#contract/photos.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { getAccountSecurity } from '#contract/security.ts'
import { addSftpKey, createSftpPassword, deleteSftpKey, deleteSftpPassword } from '#contract/sftp-access.ts'
import { commands } from './app.ts'
import { createKeyForTests } from './domains/api-keys/api-keys.testing.ts'
import { flushCalls } from './domains/api-keys/calls/record-calls.ts'
import { listSubjects } from './domains/identity/testing/mail-links.ts'
import { createServiceToken } from './domains/services/tokens/command.ts'
import { connectSftp, connectSftpWithKey, createKeyPair } from './domains/sftp-access/sftp-access.testing.ts'
import { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { advanceElapsedTime } from './testing/elapsed-time.ts'
import { orderForTests, productForTests } from './testing/retailer-orders.ts'
import {
  FTP,
  type Loot,
  listWorking,
  makePasskey,
  signInWithPasskey,
  startThreatServers,
  stealAuthenticator,
  stealSession,
  stealSftp,
} from './testing/threats.ts'

const servers = closeAfterAll(await startThreatServers({ trustedProxies: { networks: ['127.0.0.0/8'] } }))
const server = servers.server

const ORDERS = `${SERVICES.orders}/v2/superorders/me`

const origins = () => [server.origin, servers.second.origin]

describe('a stolen API key', () => {
  const withKey = (key: string) => origins().map(origin => new Client(origin, '', '', key))
  const stealKey = (key: string): Loot =>
    Object.fromEntries(
      withKey(key).map((client, i) => [`process ${i}`, async () => (await client.send(getOrders)).ok]),
    )

  test('NX-342 does what its scopes name: no settings, no photos and nothing that lasts; its use from a new network is mailed', async () => {
    const owner = await server.customer({ business: true })
    const { key } = await createKeyForTests(owner, { scopes: ['orders:read'] })
    // From the network of the owner's system, and from another one.
    for (const from of ['203.0.113.7', '198.51.100.7']) {
      const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': from }
      expect((await fetch(new URL(ORDERS, server.origin), { headers })).status).toBe(200)
      await flushCalls(server.ctx)
    }
    expect(await listSubjects(server, owner.email)).toEqual([
      'An API key was used from a new network',
      'An API key was added to your account',
    ])
    const refused = withKey(key).flatMap(thief => [
      thief.send(getCustomer),
      thief.send(patchCustomer, { body: { ftp: FTP } }),
      thief.send(getPhotos),
      thief.send(getAccountSecurity),
      thief.send(createSftpPassword),
      thief.send(endAllAccess),
    ])
    for (const response of await Promise.all(refused)) expect(response.status).toBe(403)
  })

  test.each<[string, (owner: Client, id: string) => Promise<unknown>]>([
    ['its end', (owner, id) => owner.call(endApiKey, { params: { id } })],
    [
      'its replacement with ‘End it now’',
      (owner, id) => owner.call(replaceApiKey, { params: { id }, body: { overlapHours: 0 } }),
    ],
  ])('NX-342 NX-345 ends by %s, in both processes', async (_name, end) => {
    const owner = await server.customer({ business: true })
    const { key, id } = await createKeyForTests(owner, { scopes: ['orders:read'] })
    const loot = stealKey(key)
    expect(await listWorking(loot)).toEqual(Object.keys(loot))
    await end(owner, id)
    await advanceElapsedTime(1000)
    expect(await listWorking(loot)).toEqual([])
    // The owner's own session is not concerned.
    expect((await owner.send(getCustomer)).ok).toBe(true)
  })
})

describe('a stolen SFTP key or password', () => {
  test.each(['key', 'password'] as const)(
    'NX-347 the %s ends with its open connections, in both processes; its use from a network is mailed',
    async kind => {
      const owner = await server.customer({ business: true })
      const { publicKey, privateKey } = createKeyPair()
      const { id } = await owner.call(addSftpKey, { body: { name: 'erp01', publicKey } })
      const { password } = await owner.call(createSftpPassword)
      const stolen = kind === 'key' ? { privateKey } : { password }
      const loot = stealSftp(servers, owner.accountId, `the ${kind}`, stolen)
      expect(await listWorking(loot)).toEqual(Object.keys(loot))
      const open = await Promise.all(
        servers.sftp.map(({ port }) =>
          kind === 'key'
            ? connectSftpWithKey(port, owner.accountId, privateKey)
            : connectSftp(port, owner.accountId, password),
        ),
      )
      await expect
        .poll(() => listSubjects(server, owner.email))
        .toContain('Your SFTP access was used from a new network')
      const closed = Promise.all(open.map(({ client }) => once(client, 'close')))
      if (kind === 'key') await owner.call(deleteSftpKey, { params: { id } })
      else await owner.call(deleteSftpPassword)
      await closed
      await advanceElapsedTime(1000)
      expect(await listWorking(loot)).toEqual([])
      const other = stealSftp(
        servers,
        owner.accountId,
        'the other',
        kind === 'key' ? { password } : { privateKey },
      )
      expect(await listWorking(other)).toEqual(Object.keys(other))
    },
  )
})

describe('a passkey in an authenticator that was left behind', () => {
  test('NX-333 NX-316 NX-327 signs in, which is mailed; deleted it is refused, and ‘Sign out all others’ ends its session', async () => {
    const owner = await server.customer()
    const authenticator = await makePasskey(owner)
    const thief = await signInWithPasskey(servers.second, owner, authenticator)
    const loot = { ...stealSession(servers, thief), ...stealAuthenticator(servers, owner, authenticator) }
    expect(await listWorking(loot)).toEqual(Object.keys(loot))
    expect(await listSubjects(server, owner.email)).toContain('New sign-in to your account')
    const [passkey] = (await owner.call(listPasskeys)).passkeys
    await owner.call(deletePasskey, { params: { id: passkey!.id } })
    expect(await listWorking(stealAuthenticator(servers, owner, authenticator))).toEqual([])
    await owner.call(endOtherDevices)
    await advanceElapsedTime(1000)
    expect(await listWorking(loot)).toEqual([])
    expect((await owner.send(getCustomer)).ok).toBe(true)
  })

  test('NX-321 ‘It wasn’t me’ in a session ends it, however old it is', async () => {
    const before = await server.customer()
    const authenticator = await makePasskey(before)
    server.clock.advance(31 * 86_400_000)
    const owner = await signInWithPasskey(server, before, authenticator)
    const thief = await signInWithPasskey(servers.second, owner, authenticator)
    const loot = { ...stealSession(servers, thief), ...stealAuthenticator(servers, owner, authenticator) }
    expect(await listWorking(loot)).toEqual(Object.keys(loot))
    await owner.call(endAllAccess)
    await advanceElapsedTime(1000)
    expect(await listWorking(loot)).toEqual([])
  })
})

describe('a leaked service token', () => {
  test('NX-356 of another vendor finds no account, and ends at once in both processes by the operator’s command', async () => {
    const owner = await server.customer()
    const create = (vendors: string[]) =>
      createServiceToken(server.ctx, `s-${randomUUID().slice(0, 8)}`, {
        vendors,
        scopes: ['orders:write'],
        days: 1,
      })
    const sendOrder = (origin: string, token: string) => {
      const code = `K-${randomUUID()}`
      const products = [productForTests(`${code}-1`)]
      const body = orderForTests(owner.accountId, server.clock.now(), { products })
      return new Client(origin, '', '', token).send(putOrder, { params: { code }, body })
    }
    const statuses = async (token: string) => {
      const answers = []
      for (const origin of origins()) answers.push((await sendOrder(origin, token)).status)
      return answers
    }
    const foreign = (await create(['snapbook']))!
    expect(await statuses(foreign.token)).toEqual([404, 404])
    const own = (await create(['keepsake']))!
    expect(await statuses(own.token)).toEqual([200, 200])
    const command = commands.find(({ name }) => name === 'service-token')!
    expect(await command.parse(['end', own.row.token_id])!(server.ctx, () => undefined)).toBe(0)
    expect(await statuses(own.token)).toEqual([401, 401])
    expect((await owner.call(getOrders)).superOrders).toHaveLength(2)
  })
})
