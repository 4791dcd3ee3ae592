import { decodeJwt } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { getCustomer } from '#contract/customers.ts'
import { endDevice, endOtherDevices, getDeviceSignIns } from '#contract/devices.ts'
import { PUSH_BAD_TOKEN } from '#contract/push.ts'
import type { AccessEntry } from '#contract/security.ts'
import { deleteRows, listColumns } from '../../platform/db/rows.ts'
import { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { PASSWORD } from '../../testing/harness.ts'
import { openSocket } from '../../testing/sockets.ts'
import { cleanUpIdentity } from './jobs.ts'
import { deviceAccess } from './session/device-access.ts'
import { Browser } from './testing/browser.ts'
import { openBrowser } from './testing/mail-links.ts'
import { NATIVE_APP, signInApp, submitAsApp } from './testing/native-app.ts'
import { openSignInPage, startSignIn } from './testing/sign-in-flow.ts'
import { type SignedInBrowser, signInBrowser } from './testing/signed-in-browser.ts'
import { startTwoProcesses } from './testing/two-processes.ts'

const FIREFOX = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
}
const MINUTE = 60_000
const processes = closeAfterAll(await startTwoProcesses({ nativeClients: [NATIVE_APP] }))
const server = processes.first

const listDevices = async ({ accountId }: Pick<Client, 'accountId'>) =>
  (await deviceAccess.list(server.ctx, server.ctx.db, accountId)) as AccessEntry<'devices'>[]
const claimsOf = (token: string) =>
  decodeJwt<{ gid: string; auth_time: number; amr: string[]; acr?: string }>(token)
const idOf = ({ token }: Client) => claimsOf(token).gid
const isSignedIn = async (client: Client, origin = client.origin) =>
  (await new Client(origin, client.accountId, client.email, client.token).send(getCustomer)).ok
const newBrowser = () => openBrowser(server)

/** Customers of the harness are signed in once, in a browser of their own. */
async function customerWith<Headers extends Record<string, string>[]>(...headers: Headers) {
  const customer = await server.customer()
  const others: SignedInBrowser[] = []
  for (const each of headers) others.push(await signInBrowser(server, customer, each))
  return { customer, others: others as { [Each in keyof Headers]: SignedInBrowser } }
}

describe('NX-314 devices', () => {
  test('NX-314 show browser and system, first and last use by the minute, method and shortened address', async () => {
    const { customer, others } = await customerWith(FIREFOX)
    const at = new Date(Math.floor(server.clock.now().getTime() / MINUTE) * MINUTE).toISOString()
    const [device] = (await listDevices(customer)).filter(({ id }) => id === idOf(others[0]!.client))
    expect(device).toMatchObject({
      label: 'Firefox, Windows',
      client: 'web',
      network: '127.0.0.x',
      methods: ['pwd'],
      lastUsedAt: at,
    })
    expect(await listDevices(customer)).toHaveLength(2)
  })

  test('NX-314 the last use is stored once a minute, beside the request', async () => {
    const { customer, others } = await customerWith(FIREFOX)
    const [{ client }] = others
    const stored = async () => (await listDevices(customer)).find(({ id }) => id === idOf(client))!.lastUsedAt
    const before = await stored()
    processes.advance(59_000)
    await client.call(getCustomer)
    processes.advance(5 * MINUTE)
    const now = server.clock.now()
    expect(await stored()).toBe(before)
    const minute = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE).toISOString()
    await vi.waitFor(
      async () => {
        // A caller is cached for a second.
        await client.call(getCustomer)
        expect(await stored()).toBe(minute)
      },
      { timeout: 60_000 },
    )
  })

  test('NX-314 an app has its name, and that of the browser it signs in by; an authorization that shows a page is no device', async () => {
    const customer = await server.customer()
    const browser = new Browser(server.app.http, new URL(server.origin).host, 'http', [], FIREFOX)
    await signInApp(browser, customer.email, PASSWORD)
    await openSignInPage(browser, await startSignIn(browser, { max_age: '0' }))
    const devices = await listDevices(customer)
    expect(devices).toHaveLength(2)
    expect(devices).toContainEqual(
      expect.objectContaining({ label: 'Firefox, Windows', client: NATIVE_APP.id }),
    )
  })
})

test('NX-314 devices are deleted when none of them can be signed in any more', async () => {
  const { accountId } = await server.customer()
  const count = async () =>
    (await listColumns(server.ctx.db, 'devices', { account_id: accountId }, ['grant_id'])).length
  processes.advance(59 * 24 * 60 * MINUTE)
  await cleanUpIdentity(server.ctx)
  expect(await count()).toBe(1)
  expect(await listDevices({ accountId })).toEqual([])
  processes.advance(2 * 24 * 60 * MINUTE)
  await cleanUpIdentity(server.ctx)
  expect(await count()).toBe(0)
})

describe('NX-310 access tokens', () => {
  test('NX-310 have the time and the method of the sign-in; refreshed ones keep them, acr stays the vendor’s', async () => {
    const { others } = await customerWith(FIREFOX)
    const [signedIn] = others
    const first = claimsOf(signedIn.client.token)
    expect(Math.abs(first.auth_time - server.clock.now().getTime() / 1000)).toBeLessThan(5)
    expect(first.amr).toEqual(['pwd'])
    processes.advance(60 * MINUTE)
    const refreshed = claimsOf((await signedIn.refresh()).token)
    expect(refreshed).toMatchObject({ auth_time: first.auth_time, amr: first.amr, gid: first.gid })
    const idToken = signedIn.browser.cookie('keepsake_id_development')!
    expect(decodeJwt(idToken).acr).toBe('urn:keepsake:vendor:keepsake')
  })

  test('NX-310 a silent sign-in keeps the time of the first, and those of an app have it too', async () => {
    const customer = await server.customer()
    const browser = newBrowser()
    const app = await signInApp(browser, customer.email, PASSWORD)
    const first = claimsOf(app.access_token)
    processes.advance(30 * MINUTE)
    const answer = await submitAsApp(browser, '/identity/token', {
      grant_type: 'refresh_token',
      refresh_token: app.refresh_token,
    })
    expect(claimsOf(answer.json().access_token)).toMatchObject({
      auth_time: first.auth_time,
      amr: ['pwd'],
    })
    const { url } = await browser.follow(
      `/identity/auth?${(await startSignIn(browser)).parameters}`,
      each => each.pathname === '/auth/callback',
    )
    expect(url.searchParams.has('code')).toBe(true)
    const device = (await listDevices(customer)).find(({ client }) => client === 'web')
    expect(device).toBeDefined()
    const rows = await listColumns(
      server.ctx.db,
      'devices',
      { account_id: customer.accountId, client_id: 'keepsake-web' },
      ['auth_time'],
      'created_at desc',
    )
    expect(rows[0]!.auth_time!.getTime() / 1000).toBe(first.auth_time)
  })
})

describe('NX-315 signing a device out', () => {
  test('NX-315 refuses its tokens within a second in every process, closes its sockets and ends its session; others stay', async () => {
    const { customer, others } = await customerWith(FIREFOX, {}, {})
    const [phone, laptop, tablet] = others
    const { second } = processes
    const sockets = await Promise.all(
      [phone, laptop].flatMap(({ client }) =>
        [server.origin, second.origin].map(origin => openSocket(origin, '/api/push/library', client.token)),
      ),
    )
    try {
      for (const socket of sockets) await socket.next<{ type: string }>(({ type }) => type === 'ready')
      for (const each of [phone, laptop, tablet])
        for (const origin of [server.origin, second.origin])
          expect(await isSignedIn(each.client, origin)).toBe(true)
      await laptop.client.call(endDevice, { params: { id: idOf(phone.client) } })
      expect(await isSignedIn(phone.client)).toBe(false)
      // Another process may have the caller in its cache for a second.
      await vi.waitFor(async () => expect(await isSignedIn(phone.client, second.origin)).toBe(false), {
        timeout: 30_000,
      })
      expect(await Promise.all(sockets.slice(0, 2).map(({ closed }) => closed))).toEqual([
        PUSH_BAD_TOKEN,
        PUSH_BAD_TOKEN,
      ])
      expect((await phone.browser.post('/session/refresh', {})).statusCode).toBe(401)
      const { page } = await openSignInPage(phone.browser, await startSignIn(phone.browser))
      expect(page).toContain('Welcome back')
      for (const each of [laptop, tablet]) {
        expect(await isSignedIn(await each.refresh())).toBe(true)
        expect(await isSignedIn(each.client, second.origin)).toBe(true)
      }
      const open = sockets.slice(2).map(({ closed }) => Promise.race([closed, Promise.resolve('open')]))
      expect(await Promise.all(open)).toEqual(['open', 'open'])
      expect((await listDevices(customer)).map(({ id }) => id)).not.toContain(idOf(phone.client))
    } finally {
      for (const socket of sockets) socket.close()
    }
  })

  test('NX-315 a repetition changes nothing; its own device, a stranger’s and an unknown one are refused', async () => {
    const { customer, others } = await customerWith(FIREFOX)
    const [phone] = others
    const stranger = await server.customer()
    const end = async (client: Client, id: string) =>
      (await client.send(endDevice, { params: { id } })).status
    expect(await end(customer, idOf(customer))).toBe(409)
    const foreign = await stranger.expectError(endDevice, { params: { id: idOf(phone.client) } })
    const missing = await stranger.expectError(endDevice, { params: { id: 'nothing' } })
    expect({ ...foreign.body, correlationId: '' }).toEqual({ ...missing.body, correlationId: '' })
    expect([foreign.status, await isSignedIn(phone.client)]).toEqual([404, true])
    expect(await end(customer, idOf(phone.client))).toBe(204)
    expect(await end(customer, idOf(phone.client))).toBe(204)
  })

  test('NX-315 another tab of another device that renews at that moment is not signed out', async () => {
    const { customer, others } = await customerWith(FIREFOX, {})
    const [phone, laptop] = others
    const late = laptop.browser.copy()
    await laptop.refresh()
    await customer.call(endDevice, { params: { id: idOf(phone.client) } })
    expect((await late.post('/session/refresh', {})).statusCode).toBe(200)
    expect(await isSignedIn(await laptop.refresh())).toBe(true)
  })
})

test('NX-316 signing all others out leaves this browser signed in, and no other way back in', async () => {
  const { customer, others } = await customerWith(FIREFOX, {})
  const [own, phone] = others
  const appBrowser = newBrowser()
  const app = await signInApp(appBrowser, customer.email, PASSWORD)
  // A session at the provider whose grant has expired before it.
  await deleteRows(server.ctx.db, 'oidc_records', { kind: 'Grant', id: idOf(customer) })
  expect(await own.client.call(endOtherDevices)).toEqual({ ended: 2 })
  expect((await listDevices(customer)).map(({ id }) => id)).toEqual([idOf(own.client)])
  expect(await isSignedIn(await own.refresh())).toBe(true)
  expect(await isSignedIn(phone.client)).toBe(false)
  const answer = await submitAsApp(appBrowser, '/identity/token', {
    grant_type: 'refresh_token',
    refresh_token: app.refresh_token,
  })
  expect(answer.statusCode).toBe(400)
  const sessions = await listColumns(
    server.ctx.db,
    'oidc_records',
    { kind: 'Session', account_id: customer.accountId },
    ['payload'],
  )
  expect(sessions).toHaveLength(1)
  expect(JSON.stringify(sessions)).toContain(idOf(own.client))
  expect(await own.client.call(endOtherDevices)).toEqual({ ended: 0 })
})

test('NX-417 the sign-ins of an account are listed with how and when, and since when they have no access; no others', async () => {
  const [customer, neighbour] = [await server.customer(), await server.customer()]
  const start = server.clock.now()
  const own = await server.signIn(customer)
  processes.advance(1000)
  await own.call(endDevice, { params: { id: idOf(customer) } })
  const listed = async (client: Client) =>
    (await client.call(getDeviceSignIns)).devices.map(({ id, client, methods, signedInAt, endedAt }) => ({
      id,
      about: [client, ...methods],
      seconds: [signedInAt, endedAt].map(at => at && Math.round((Date.parse(at) - start.getTime()) / 1000)),
    }))
  const about = ['web', 'pwd']
  expect(
    (await listed(own)).toSorted((a, b) => Number(a.id === idOf(own)) - Number(b.id === idOf(own))),
  ).toEqual([
    { id: idOf(customer), about, seconds: [0, 1] },
    { id: idOf(own), about, seconds: [0, null] },
  ])
  expect((await listed(neighbour)).map(({ id }) => id)).toEqual([idOf(neighbour)])
  processes.advance(30 * 86_400_000 - 1001)
  const [later] = [await server.signIn(customer)]
  expect((await listed(later)).find(({ id }) => id === idOf(own))!.seconds[1]).toBeNull()
  processes.advance(1)
  expect((await listed(later)).find(({ id }) => id === idOf(own))!.seconds[1]).toBe(30 * 86_400)
})
