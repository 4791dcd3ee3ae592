import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getCustomer, patchCustomer } from '#contract/customers.ts'
import { endOtherDevices } from '#contract/devices.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { endAllAccess } from '#contract/not-me.ts'
import { getOrders } from '#contract/orders.ts'
import { deletePasskey, listPasskeys } from '#contract/passkeys.ts'
import { getPhotos } from '#contract/photos.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { getAccountSecurity } from '#contract/security.ts'
import { createSftpPassword } from '#contract/sftp-access.ts'
import { commands } from './app.ts'
import { createKeyForTests } from './domains/api-keys/api-keys.testing.ts'
import { flushCalls } from './domains/api-keys/calls/record-calls.ts'
import { listSubjects } from './domains/identity/testing/mail-links.ts'
import { createServiceToken } from './domains/services/tokens/command.ts'
import { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { advanceElapsedTime } from './testing/elapsed-time.ts'
import { orderForTests, productForTests } from './testing/retailer-orders.ts'
import {
  FTP,
  listWorking,
  makePasskey,
  signInWithPasskey,
  startThreatServers,
  stealAuthenticator,
  stealSession,
} from './testing/threats.ts'

const servers = closeAfterAll(await startThreatServers({ trustedProxies: { networks: ['127.0.0.0/8'] } }))
const server = servers.server

const ORDERS = `${SERVICES.orders}/v2/superorders/me`

const origins = () => [server.origin, servers.second.origin]

describe('a stolen API key', () => {
  const withKey = (key: string) => origins().map(origin => new Client(origin, '', '', key))

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
