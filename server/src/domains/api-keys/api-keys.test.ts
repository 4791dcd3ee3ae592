import { beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/api-keys.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getJournal, undoEntry } from '#contract/journal.ts'
import { change } from '../../context.ts'
import { deleteRows, updateRows } from '../../platform/db/rows.ts'
import { isMachineToken, MACHINE_TOKEN_PATTERN } from '../../platform/machine-tokens/machine-tokens.ts'
import { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { advanceElapsedTime } from '../../testing/elapsed-time.ts'
import { startSecondServer, testServer } from '../../testing/harness.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { closeAccount, reopenAccount } from '../customers/index.ts'
import { listSubjects } from '../identity/testing/mail-links.ts'
import { createKeyForTests } from './api-keys.testing.ts'
import { apiKeyAccess, authenticateKey, remindOwners } from './index.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const ORDERS = `${SERVICES.orders}/v2/superorders/me`

let business: Client
// The address of a call is that which it forwards.
const server = closeAfterAll(await testServer({ config: { rateLimits: false, trustedProxies: { hops: 1 } } }))
beforeEach(async () => {
  business = await server.customer({ business: true })
})

/** Makes a call with a key and returns its answer. */
const callWith = (
  key: string,
  path = ORDERS,
  { origin = server.origin, from = '203.0.113.7' }: { origin?: string; from?: string } = {},
): Promise<Response> =>
  fetch(new URL(path, origin), { headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': from } })
const statusWith = async (...call: Parameters<typeof callWith>) => (await callWith(...call)).status
/** After the time in which a token expires. */
const signInAgain = async () => {
  business = await server.signIn(business)
}
const listKeys = async () => (await business.call(contract.getApiKeys)).keys
const listEvents = () => readJournal(server.ctx, business.accountId, 'api-key.')
const setStatus = (business_status: 'Active' | 'Blocked') =>
  updateRows(server.ctx.db, 'customers', { account_id: business.accountId }, { business_status })

describe('NX-341 a business creates an API key', () => {
  test('which is answered once and stored as a hash', async () => {
    const body = { name: ' ERP live ', scopes: ['orders:read' as const], days: 365 as const }
    const response = await business.send(contract.createApiKey, { body })
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store'])
    const created = (await response.json()) as { key: string; id: string }
    expect(isMachineToken('ksk', created.key)).toBe(true)
    expect(created.key).toMatch(/^ksk_test_/)
    const { key, ...shown } = created
    expect(shown).toEqual({
      id: created.id,
      name: 'ERP live',
      hint: key.slice(-4),
      scopes: ['orders:read'],
      createdAt: server.clock.now().toISOString(),
      expiresAt: new Date(server.clock.now().getTime() + 365 * DAY).toISOString(),
      lastUsedAt: null,
      lastUsedFrom: null,
      networks: [],
      replacedBy: null,
      state: 'active',
    })
    expect(await listKeys()).toEqual([shown])
    const stored = await server.ctx.db.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(stored)).not.toMatch(MACHINE_TOKEN_PATTERN)
    expect(await statusWith(key)).toBe(200)
  })

  test('NX-328 which its owner is told of, without the key', async () => {
    const { key, id } = await createKeyForTests(business, { scopes: ['invoices:read'] })
    const events = await listEvents()
    expect(events).toMatchObject([
      { kind: 'api-key.created', detail: { keyId: id, name: 'ERP', hint: key.slice(-4) } },
    ])
    expect(events[0]!.actor_id).not.toBeNull()
    expect(JSON.stringify(events)).not.toContain(key)
  })

  test.each([
    [{ name: '', scopes: ['orders:read'], days: 90 }, { name: 'empty' }],
    [{ name: 'ERP\n\nNot you? https://x.example', scopes: ['orders:read'], days: 90 }, { name: 'not-valid' }],
    [{ name: 'ERP \u202Eevil', scopes: ['orders:read'], days: 90 }, { name: 'not-valid' }],
    [{ name: 'x', scopes: [], days: 90 }, { scopes: 'too-few' }],
    [{ name: 'x', scopes: ['photos:read'], days: 90 }, { 'scopes.0': 'not-valid' }],
    [{ name: 'x', scopes: ['orders:read', 'orders:read'], days: 90 }, { scopes: 'not-valid' }],
    [{ name: 'x', scopes: ['orders:read'], days: 91 }, { days: 'not-valid' }],
    [{ name: 'x', scopes: ['orders:read'] }, { days: 'missing' }],
    [
      { name: 'x', scopes: ['orders:read'], days: 90, networks: ['10.0.0.0/8', 'office', '10.0.0.0/33'] },
      { 'networks.1': 'not-valid', 'networks.2': 'not-valid' },
    ],
    [
      { name: 'x', scopes: ['orders:read'], days: 90, networks: Array(11).fill('10.0.0.1') },
      { networks: 'too-many' },
    ],
    [{ name: 'x', scopes: ['orders:read'], days: 90, admin: true }, { admin: 'unknown' }],
  ])('not of %j', async (body, fields) => {
    const { status, body: answer } = await business.expectError(contract.createApiKey, {
      body: body as never,
    })
    expect([status, answer.fields]).toEqual([400, fields])
    expect(await listKeys()).toEqual([])
  })

  test('not as a consumer, not while it is blocked, and at most 20 at a time', async () => {
    const consumer = await server.customer()
    const body = { name: 'x', scopes: ['orders:read' as const], days: 90 as const }
    expect((await consumer.expectError(contract.createApiKey, { body })).status).toBe(403)
    await setStatus('Blocked')
    const blocked = await business.expectError(contract.createApiKey, { body })
    expect([blocked.status, blocked.body.reason]).toEqual([409, 'blocked'])
    await setStatus('Active')
    const results = await Promise.all(
      Array.from({ length: 24 }, async () => {
        const response = await business.send(contract.createApiKey, { body })
        return `${response.status} ${((await response.json()) as { reason?: string }).reason}`
      }),
    )
    expect(results.filter(each => each === '201 undefined')).toHaveLength(20)
    expect(results.filter(each => each === '409 too-many-keys')).toHaveLength(4)
    const [{ id } = { id: '' }] = await listKeys()
    await business.call(contract.endApiKey, { params: { id } })
    await business.call(contract.createApiKey, { body })
  })

  test('at most ten in an hour; a refused call does not count', async () => {
    const second = await startSecondServer(server, server.ctx.blobs, { rateLimits: true })
    const client = new Client(second.origin, business.accountId, business.email, business.token)
    await setStatus('Blocked')
    for (let i = 0; i < 12; i++)
      await client.expectError(contract.createApiKey, {
        body: { name: 'x', scopes: ['orders:read'], days: 90 },
      })
    await setStatus('Active')
    for (let i = 0; i < 10; i++) await createKeyForTests(client)
    const refused = await client.send(contract.createApiKey, {
      body: { name: 'x', scopes: ['orders:read'], days: 90 },
    })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    await second.close()
  })
})

describe('NX-342 a key', () => {
  test('reads what its scope names, and says when it ends', async () => {
    const { key, expiresAt } = await createKeyForTests(business, { scopes: ['orders:read'] })
    const response = await callWith(key)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ superOrders: [], cursor: null })
    expect(response.headers.get('keepsake-key-expires')).toBe(expiresAt)
    expect((await business.fetch(ORDERS)).headers.has('keepsake-key-expires')).toBe(false)
  })

  test('is refused where the call needs another scope, or accepts no key', async () => {
    const { key } = await createKeyForTests(business, { scopes: ['orders:read'] })
    const invoices = await callWith(key, `${SERVICES.invoices}/api/v1/HistoricalInvoice/me`)
    expect([invoices.status, ((await invoices.json()) as { code: string }).code]).toEqual([
      403,
      'insufficient-scope',
    ])
    expect(invoices.headers.get('www-authenticate')).toBe(
      'Bearer realm="keepsake", error="insufficient_scope", scope="invoices:read"',
    )
    const settings = await callWith(key, `${SERVICES.customers}/customers/me`)
    expect([settings.status, settings.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer realm="keepsake", error="insufficient_scope"',
    ])
  })

  test('is refused within a second after its end, in every process', async () => {
    const second = await startSecondServer(server, server.ctx.blobs)
    const { key, id } = await createKeyForTests(business)
    expect(await statusWith(key, ORDERS, { origin: second.origin })).toBe(200)
    expect(await statusWith(key)).toBe(200)
    await business.call(contract.endApiKey, { params: { id } })
    const refused = await callWith(key)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="keepsake", error="invalid_token"',
    ])
    await advanceElapsedTime(1000)
    expect(await statusWith(key, ORDERS, { origin: second.origin })).toBe(401)
    // Ending it again changes nothing.
    const [ended] = await listKeys()
    server.clock.advance(1000)
    await business.call(contract.endApiKey, { params: { id } })
    expect(await listKeys()).toEqual([ended])
    expect(ended!.state).toBe('ended')
    await second.close()
  })

  test('is refused after its days, and listed for 30 days more', async () => {
    const { key } = await createKeyForTests(business, { days: 90 })
    server.clock.advance(90 * DAY - 1000)
    expect(await statusWith(key)).toBe(200)
    server.clock.advance(1000)
    expect(await statusWith(key)).toBe(401)
    await signInAgain()
    expect(await listKeys()).toMatchObject([{ state: 'expired' }])
    server.clock.advance(30 * DAY)
    await signInAgain()
    expect(await listKeys()).toEqual([])
  })

  test('works from its networks only, which its owner can change', async () => {
    const { key, id, networks } = await createKeyForTests(business, {
      networks: ['198.51.100.0/24', '2001:db8::/32', '192.0.2.9'],
    })
    expect(networks).toEqual(['198.51.100.0/24', '2001:db8::/32', '192.0.2.9/32'])
    for (const from of ['198.51.100.77', '2001:db8:1::5', '192.0.2.9', '::ffff:192.0.2.9'])
      expect([from, await statusWith(key, ORDERS, { from })]).toEqual([from, 200])
    for (const from of ['203.0.113.7', '192.0.2.8', '2001:db9::1'])
      expect([from, await statusWith(key, ORDERS, { from })]).toEqual([from, 401])
    const changes = { params: { id }, body: { networks: ['203.0.113.0/24'] } }
    expect((await business.call(contract.updateApiKey, changes)).name).toBe('ERP')
    expect(await statusWith(key, ORDERS, { from: '203.0.113.7' })).toBe(200)
    expect(await statusWith(key, ORDERS, { from: '192.0.2.9' })).toBe(401)
    await business.call(contract.updateApiKey, { params: { id }, body: { name: 'CRM', networks: [] } })
    expect(await listKeys()).toMatchObject([{ name: 'CRM', networks: [] }])
    expect(await statusWith(key, ORDERS, { from: '192.0.2.9' })).toBe(200)
  })

  test('RV-1004 NX-431 more networks need a recent sign-in, are mailed and can be undone; fewer do neither', async () => {
    const { key, id } = await createKeyForTests(business, { networks: ['198.51.100.0/24', '2001:db8::/32'] })
    const setNetworks = (networks: string[]) =>
      business.send(contract.updateApiKey, { params: { id }, body: { networks } })
    const old = new Date(server.clock.now().getTime() - 16 * 60_000)
    await updateRows(server.ctx.db, 'devices', { account_id: business.accountId }, { auth_time: old })
    await advanceElapsedTime(1000)
    const countMails = async () => (await listSubjects(server, business.email)).length
    const mails = await countMails()
    // Fewer: a part of each, and one of them.
    for (const networks of [['198.51.100.128/25', '2001:db8::/32'], ['198.51.100.128/25']])
      expect((await setNetworks(networks)).status).toBe(200)
    expect(await countMails()).toBe(mails)
    for (const networks of [
      [],
      ['198.51.100.0/24'],
      ['198.51.100.128/25', '192.0.2.9'],
      ['198.51.100.129/8'],
    ]) {
      const refused = await setNetworks(networks)
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        401,
        'step-up-required',
      ])
    }
    expect(await listKeys()).toMatchObject([{ networks: ['198.51.100.128/25'] }])
    await signInAgain()
    expect((await setNetworks([])).status).toBe(200)
    expect((await listSubjects(server, business.email))[0]).toBe('An API key works from more networks')
    expect(await statusWith(key, ORDERS, { from: '192.0.2.9' })).toBe(200)
    const { entries } = await business.call(getJournal)
    const [loosened, ...fewer] = entries.filter(({ kind }) => kind === 'api-key.changed')
    expect(loosened!.change).toEqual([
      { field: 'networks', from: '198.51.100.128/25', to: '0.0.0.0/0, ::/0' },
    ])
    expect([loosened!.undo, ...fewer.map(({ undo }) => undo)]).toEqual([
      'possible',
      'changed-since',
      'changed-since',
    ])
    await business.call(undoEntry, { params: { id: loosened!.id } })
    expect(await statusWith(key, ORDERS, { from: '192.0.2.9' })).toBe(401)
    expect(await statusWith(key, ORDERS, { from: '198.51.100.200' })).toBe(200)
  })

  test('that has ended is refused by a process whose clock is behind, too', async () => {
    const { key, id } = await createKeyForTests(business)
    await business.call(contract.endApiKey, { params: { id } })
    server.clock.advance(-1000)
    expect(await statusWith(key)).toBe(401)
    server.clock.advance(1000)
  })

  test('works from a network that is written as IPv4 in IPv6, and shows it as IPv4', async () => {
    const { key, networks } = await createKeyForTests(business, {
      networks: ['::ffff:198.51.100.0/120', '::ffff:192.0.2.9', '::ffff:203.0.113.7/128'],
    })
    expect(networks).toEqual(['198.51.100.0/24', '192.0.2.9/32', '203.0.113.7/32'])
    for (const from of ['198.51.100.77', '::ffff:198.51.100.1', '192.0.2.9', '203.0.113.7'])
      expect([from, await statusWith(key, ORDERS, { from })]).toEqual([from, 200])
    for (const from of ['198.51.101.1', '192.0.2.8', '::ffff:203.0.113.8'])
      expect([from, await statusWith(key, ORDERS, { from })]).toEqual([from, 401])
  })

  test('that is malformed costs no query, and one that nobody has is refused', async () => {
    const { key } = await createKeyForTests(business)
    const db = new Proxy(server.ctx.db, {
      get: () => {
        throw new Error('a query')
      },
    })
    const authenticate = authenticateKey({ ...server.ctx, db })
    const request = (token: string) => ({ headers: { authorization: `Bearer ${token}` } }) as never
    await expect(authenticate(request(key))).rejects.toThrow('a query')
    const altered = [...key].map(
      (sign, at) => key.slice(0, at) + (sign === 'a' ? 'b' : 'a') + key.slice(at + 1),
    )
    for (const token of altered.slice('ksk_'.length)) expect(authenticate(request(token))).toBeNull()
    expect(authenticate(request(business.token))).toBeUndefined()
    const { key: deleted, id } = await createKeyForTests(business)
    await deleteRows(server.ctx.db, 'api_keys', { key_id: id })
    expect(await statusWith(deleted)).toBe(401)
  })

  test('is accepted at the hosts of its vendor only, and in the header only', async () => {
    const { key } = await createKeyForTests(business)
    const inject = async (host: string, url = ORDERS, headers: Record<string, string> = {}) =>
      (await server.app.http.inject({ url, headers: { host, ...headers } })).statusCode
    const authorization = `Bearer ${key}`
    expect(await inject('keepsake-gb.localhost', ORDERS, { authorization })).toBe(200)
    expect(await inject('herzbild-de.localhost', ORDERS, { authorization })).toBe(401)
    for (const url of [`${ORDERS}?access_token=${key}`, `${ORDERS}?key=${key}`])
      expect(await inject('keepsake-gb.localhost', url)).toBe(401)
  })

  test('of a closed account is refused, and works again when the account is kept', async () => {
    const { key } = await createKeyForTests(business)
    const { ctx, clock } = server
    expect(await statusWith(key)).toBe(200)
    await change(ctx, tx => closeAccount(ctx, tx, business.accountId, clock.now()))
    await advanceElapsedTime(1000)
    expect(await statusWith(key)).toBe(401)
    await change(ctx, tx => reopenAccount(ctx, tx, business.accountId))
    await advanceElapsedTime(1000)
    expect(await statusWith(key)).toBe(200)
  })
})

describe('NX-345 a key is replaced', () => {
  test.each([1, 24, 168])('and works for %i more hours beside its successor', async overlapHours => {
    const before = await createKeyForTests(business, {
      scopes: ['orders:read'],
      networks: ['203.0.113.0/24'],
    })
    const params = { id: before.id }
    const after = await business.call(contract.replaceApiKey, { params, body: { overlapHours } })
    const end = new Date(server.clock.now().getTime() + overlapHours * HOUR)
    expect(after).toMatchObject({
      name: 'ERP',
      scopes: ['orders:read'],
      networks: ['203.0.113.0/24'],
      previousExpiresAt: end.toISOString(),
      expiresAt: before.expiresAt,
    })
    expect(after.key).not.toBe(before.key)
    expect([await statusWith(before.key), await statusWith(after.key)]).toEqual([200, 200])
    const listed = (await listKeys()).find(({ id }) => id === before.id)
    expect(listed).toMatchObject({ state: 'active', replacedBy: after.id, expiresAt: end.toISOString() })
    server.clock.advance(overlapHours * HOUR - 1)
    expect([await statusWith(before.key), await statusWith(after.key)]).toEqual([200, 200])
    server.clock.advance(1)
    expect([await statusWith(before.key), await statusWith(after.key)]).toEqual([401, 200])
  })

  test('and ends at once without an overlap', async () => {
    const before = await createKeyForTests(business)
    expect(await statusWith(before.key)).toBe(200)
    const after = await business.call(contract.replaceApiKey, {
      params: { id: before.id },
      body: { overlapHours: 0 },
    })
    expect([await statusWith(before.key), await statusWith(after.key)]).toEqual([401, 200])
    expect((await listEvents()).map(({ kind }) => kind)).toEqual(['api-key.created', 'api-key.replaced'])
  })

  test('once, while it works, for 0 to 168 hours, and never longer than without', async () => {
    const before = await createKeyForTests(business, { days: 90 })
    const replace = (id: string, overlapHours: number) =>
      business.expectError(contract.replaceApiKey, { params: { id }, body: { overlapHours } })
    for (const hours of [-1, 169, 1.5]) expect((await replace(before.id, hours)).status).toBe(400)
    server.clock.advance(90 * DAY - 2 * HOUR)
    await signInAgain()
    const after = await business.call(contract.replaceApiKey, {
      params: { id: before.id },
      body: { overlapHours: 24 },
    })
    expect(after.previousExpiresAt).toBe(before.expiresAt)
    expect((await replace(before.id, 24)).body.reason).toBe('replaced')
    await business.call(contract.endApiKey, { params: { id: after.id } })
    expect((await replace(after.id, 24)).body.reason).toBe('ended')
    const rename = await business.expectError(contract.updateApiKey, {
      params: { id: after.id },
      body: { name: 'x' },
    })
    expect([rename.status, rename.body.reason]).toEqual([409, 'ended'])
  })
})

describe('NX-344 owners are reminded of a key that ends', () => {
  const remindersAfter = async (days: number) => {
    server.clock.advance(days * DAY)
    await remindOwners(server.ctx)
    await remindOwners(server.ctx)
    const events = (await listEvents()).filter(({ kind }) => kind === 'api-key.expiring')
    return events.map(({ detail }) => detail.days)
  }

  test('30, 7 and 1 days before, once each', async () => {
    const { expiresAt } = await createKeyForTests(business, { days: 90 })
    expect(await remindersAfter(59)).toEqual([])
    expect(await remindersAfter(1)).toEqual(['30'])
    expect(await remindersAfter(22)).toEqual(['30'])
    expect(await remindersAfter(1)).toEqual(['30', '7'])
    expect(await remindersAfter(6)).toEqual(['30', '7', '1'])
    expect(await remindersAfter(1)).toEqual(['30', '7', '1'])
    const [event] = (await listEvents()).filter(({ kind }) => kind === 'api-key.expiring')
    expect(event!.detail).toMatchObject({ name: 'ERP', expiresAt })
  })

  test('with one mail where the earlier ones were missed, and none for a key that was replaced or ended', async () => {
    await createKeyForTests(business, { days: 90 })
    const replaced = await createKeyForTests(business, { days: 90 })
    const ended = await createKeyForTests(business, { days: 90 })
    await business.call(contract.replaceApiKey, { params: { id: replaced.id }, body: { overlapHours: 168 } })
    await business.call(contract.endApiKey, { params: { id: ended.id } })
    expect(await remindersAfter(87)).toEqual(['7', '7'])
  })
})

test('NX-318 keys are listed as access to an account, and all or some of them end', async () => {
  const [one, two, three] = [
    await createKeyForTests(business, { name: 'one' }),
    await createKeyForTests(business, { name: 'two' }),
    await createKeyForTests(business, { name: 'three' }),
  ]
  const { ctx } = server
  const stranger = await server.customer({ business: true })
  const foreign = await createKeyForTests(stranger)
  const list = () => apiKeyAccess.list(ctx, ctx.db, business.accountId)
  expect((await list()).map(({ id }) => id).sort()).toEqual([one, two, three].map(({ id }) => id).sort())
  const end = (ids: readonly string[] | 'all') =>
    change(ctx, tx => apiKeyAccess.end(ctx, tx, business.accountId, ids, 'not-me'))
  await end([two.id, foreign.id])
  expect([await statusWith(one.key), await statusWith(two.key)]).toEqual([200, 401])
  expect(await statusWith(foreign.key)).toBe(200)
  await end('all')
  await end('all')
  expect([await statusWith(one.key), await statusWith(three.key)]).toEqual([401, 401])
  expect(await list()).toEqual([])
  expect(await statusWith(foreign.key)).toBe(200)
})
