import { beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/api-keys.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { insertRows, listColumns } from '../../../platform/db/rows.ts'
import { createRecordingLog } from '../../../platform/log/recording-log.testing.ts'
import { createMachineToken, MACHINE_TOKEN_PATTERN } from '../../../platform/machine-tokens/machine-tokens.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { startSecondServer, testServer } from '../../../testing/harness.ts'
import { readJournal } from '../../../testing/journal-entries.ts'
import { fetchDocument } from '../../../testing/openapi-document.ts'
import { createKeyForTests } from '../api-keys.testing.ts'
import { cleanUp } from '../index.ts'
import { flushCalls } from './record-calls.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ORDERS = `${SERVICES.orders}/v2/superorders/me`
const INVOICES = `${SERVICES.invoices}/api/v1/HistoricalInvoice/me`

const recording = createRecordingLog('trace')
let business: Client
const server = closeAfterAll(
  await testServer({
    config: { rateLimits: false, trustedProxies: { hops: 1 } },
    log: recording.log,
  }),
)
beforeEach(async () => {
  business = await server.customer({ business: true })
})

/** Makes a call with a key and returns its status. */
async function callWith(
  key: string,
  path = ORDERS,
  { from = '203.0.113.7', origin = server.origin } = {},
): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': from }
  const response = await fetch(new URL(path, origin), { headers })
  await response.arrayBuffer()
  return response.status
}
const signInAgain = async () => {
  business = await server.signIn(business)
}
async function readCalls(query: { limit?: string; cursor?: string; refused?: string; key?: string } = {}) {
  await flushCalls(server.ctx)
  return business.call(contract.getApiKeyCalls, { query: query as never })
}
const readKey = async () => {
  await flushCalls(server.ctx)
  return (await business.call(contract.getApiKeys)).keys[0]!
}
const listEvents = () => readJournal(server.ctx, business.accountId, 'api-key.new-network')

describe('NX-346 calls of keys are listed', () => {
  test('with time, method, path, status and network; never with their query', async () => {
    const { key, id } = await createKeyForTests(business, { name: 'ERP live', scopes: ['orders:read'] })
    await callWith(key, `${ORDERS}?Limit=5`)
    server.clock.advance(1000)
    await callWith(key, INVOICES)
    const { calls, total, refused, cursor } = await readCalls()
    const shared = { key: { id, name: 'ERP live' }, method: 'GET', network: '203.0.113.x' }
    expect(calls).toMatchObject([
      { ...shared, path: INVOICES, status: 403, at: server.clock.now().toISOString() },
      { ...shared, path: ORDERS, status: 200 },
    ])
    expect([total, refused, cursor]).toEqual([2, 1, null])
    expect((await readCalls({ refused: 'true' })).calls).toMatchObject([{ status: 403 }])
  })

  test('in pages, of one key or all; those of another account never', async () => {
    const one = await createKeyForTests(business, { name: 'one' })
    const two = await createKeyForTests(business, { name: 'two' })
    for (let i = 0; i < 5; i++) {
      await callWith(one.key)
      await callWith(two.key)
    }
    const first = await readCalls({ limit: '4' })
    expect([first.calls.length, first.total]).toEqual([4, 10])
    const rest = await readCalls({ limit: '100', cursor: first.cursor! })
    expect(rest.calls).toHaveLength(6)
    expect(new Set([...first.calls, ...rest.calls].map(({ id }) => id)).size).toBe(10)
    const ofTwo = await readCalls({ key: two.id })
    expect([ofTwo.total, new Set(ofTwo.calls.map(({ key }) => key.name))]).toEqual([5, new Set(['two'])])
    const wrongCursor = { query: { cursor: first.cursor!, key: two.id, limit: 4 } }
    expect((await business.expectError(contract.getApiKeyCalls, wrongCursor)).status).toBe(400)
    const stranger = await server.customer({ business: true })
    expect((await stranger.call(contract.getApiKeyCalls, { query: { key: one.id } })).calls).toEqual([])
  })

  test('the refused ones of a key that has ended, too', async () => {
    const { key, id } = await createKeyForTests(business)
    await business.call(contract.endApiKey, { params: { id } })
    expect(await callWith(key)).toBe(401)
    expect((await readCalls()).calls).toMatchObject([{ status: 401, key: { id } }])
    expect((await readKey()).lastUsedAt).toBeNull()
  })

  test('for 30 days, the latest 1,000 of a key and every refusal', async () => {
    const { key, id } = await createKeyForTests(business, { scopes: ['orders:read'], days: 730 })
    const template = {
      account_id: business.accountId,
      key_id: id,
      method: 'GET',
      path: ORDERS,
      network: null,
    }
    const insert = (count: number, status: number, daysAgo: number) =>
      insertRows(
        server.ctx.db,
        'api_key_calls',
        Array.from({ length: count }, (_, i) => ({
          ...template,
          call_id: crypto.randomUUID(),
          status,
          called_at: new Date(server.clock.now().getTime() - daysAgo * DAY - i),
        })),
      )
    await insert(700, 200, 20)
    await insert(700, 404, 2)
    await insert(1200, 403, 25)
    await insert(3, 401, 31)
    expect(await callWith(key)).toBe(200)
    await cleanUp(server.ctx)
    const { calls, total, refused } = await readCalls()
    expect([calls[0]!.status, total, refused]).toEqual([200, 1000 + 1 + 1200, 1200])
    await cleanUp(server.ctx)
    expect((await readCalls()).total).toBe(1000 + 1200)
    const stored = await listColumns(server.ctx.db, 'api_key_calls', { key_id: id }, ['status'])
    expect(stored.filter(({ status }) => status === 401)).toEqual([])
  })

  test('until their key is deleted, 30 days after its end', async () => {
    const { key, id } = await createKeyForTests(business, { days: 90 })
    await callWith(key)
    await flushCalls(server.ctx)
    await business.call(contract.endApiKey, { params: { id } })
    server.clock.advance(29 * DAY)
    await cleanUp(server.ctx)
    await signInAgain()
    expect((await readCalls()).total).toBe(1)
    expect(await callWith(key)).toBe(401)
    await flushCalls(server.ctx)
    server.clock.advance(2 * DAY)
    await cleanUp(server.ctx)
    for (const table of ['api_keys', 'api_key_calls'] as const) {
      const rows = await server.ctx.db.selectFrom(table).selectAll().where('key_id', '=', id).execute()
      expect(rows).toEqual([])
    }
  })

  test('after a restart of the database, once it answers again', async () => {
    const { key } = await createKeyForTests(business)
    const { ctx } = server
    const broken = {
      ...ctx,
      db: new Proxy(ctx.db, {
        get: () => {
          throw new Error('the database is not available')
        },
      }),
    }
    const second = await startSecondServer(server, ctx.blobs)
    expect(await callWith(key, ORDERS, { origin: second.origin })).toBe(200)
    Object.assign(second.ctx, { db: broken.db })
    await flushCalls(second.ctx)
    Object.assign(second.ctx, { db: ctx.db })
    await second.close()
    expect((await readCalls()).calls).toMatchObject([{ status: 200 }])
  })
})

describe('NX-344 the last use of a key', () => {
  test('has its network, and is written at most once a minute', async () => {
    const { key } = await createKeyForTests(business)
    expect(await readKey()).toMatchObject({ lastUsedAt: null, lastUsedFrom: null })
    const firstUse = server.clock.now().toISOString()
    await callWith(key)
    expect(await readKey()).toMatchObject({ lastUsedAt: firstUse, lastUsedFrom: '203.0.113.x' })
    server.clock.advance(MINUTE - 1)
    await callWith(key)
    expect((await readKey()).lastUsedAt).toBe(firstUse)
    server.clock.advance(1)
    await callWith(key)
    expect((await readKey()).lastUsedAt).toBe(server.clock.now().toISOString())
  })

  test('is not one that was refused for its network', async () => {
    const { key } = await createKeyForTests(business, { networks: ['198.51.100.0/24'] })
    expect(await callWith(key)).toBe(401)
    expect((await readKey()).lastUsedAt).toBeNull()
    expect(await listEvents()).toEqual([])
  })

  test('from a new network is told to its owner, once for each network; the first one is not new', async () => {
    const { key, id } = await createKeyForTests(business, { name: 'ERP live' })
    await callWith(key)
    await readKey()
    expect(await listEvents()).toEqual([])
    for (const from of ['203.0.113.200', '198.51.100.4', '198.51.100.5', '2001:db8:7::1', '203.0.113.7'])
      await callWith(key, ORDERS, { from })
    expect((await readKey()).lastUsedFrom).toBe('203.0.113.x')
    const events = await listEvents()
    expect(events.map(({ network }) => network).sort()).toEqual(['198.51.100.x', '2001:db8:7::'])
    expect(events[0]!.detail).toMatchObject({ keyId: id, name: 'ERP live' })
    await callWith(key, ORDERS, { from: '198.51.100.9' })
    await readKey()
    expect(await listEvents()).toHaveLength(2)
  })

  test('from more than 20 networks is told no more', async () => {
    const { key } = await createKeyForTests(business)
    for (let i = 0; i < 120; i++) await callWith(key, ORDERS, { from: `10.0.${i}.1` })
    await readKey()
    expect(await listEvents()).toHaveLength(19)
    await callWith(key, ORDERS, { from: '10.0.0.1' })
    expect((await readKey()).lastUsedFrom).toBe('10.0.0.x')
    expect(await listEvents()).toHaveLength(19)
  })
})

test('OP-88 NX-346 each key has the calls of a minute for itself; further ones are 429, and listed as refused', async () => {
  const second = await startSecondServer(server, server.ctx.blobs, {
    rateLimits: true,
    requestsPerMinute: 12,
  })
  const [one, two] = [await createKeyForTests(business), await createKeyForTests(business)]
  const path = `${SERVICES.orders}/v1/superorders/nothing`
  const statuses = await Promise.all(
    Array.from({ length: 32 }, () => callWith(one.key, path, { origin: second.origin })),
  )
  expect(statuses.filter(status => status === 404)).toHaveLength(12)
  expect(statuses.filter(status => status === 429)).toHaveLength(20)
  expect(await callWith(two.key, path, { origin: second.origin })).toBe(404)
  const headers = { authorization: `Bearer ${two.key}` }
  const response = await fetch(new URL(path, second.origin), { headers })
  expect(response.headers.get('x-ratelimit-remaining')).toBe('10')
  await second.close()
  expect((await readCalls({ key: one.id })).refused).toBe(20)
})

test('NX-341 trap 15 no log, mail, event, job or document has a key', async () => {
  const before = await createKeyForTests(business)
  const after = await business.call(contract.replaceApiKey, {
    params: { id: before.id },
    body: { overlapHours: 1 },
  })
  const foreign = (['ksk', 'kss', 'ksf'] as const).map(kind => createMachineToken(kind, 'live').token)
  const keys = [before.key, after.key, ...foreign]
  for (const key of keys) {
    await callWith(after.key, `${ORDERS}/${key}`)
    await callWith(key, `${ORDERS}?key=${key}`)
    server.ctx.log.error({ err: new Error(`cannot parse ${key}`), input: { key } }, `refused ${key}`)
  }
  await flushCalls(server.ctx)
  await server.idle()
  const output = recording.output()
  expect(output).toContain('cannot parse ksk_test_[removed]')
  expect(output).toContain('cannot parse ksf_live_[removed]')
  const { ctx } = server
  const stored = await Promise.all([
    ctx.db.selectFrom('api_keys').selectAll().execute(),
    ctx.db.selectFrom('api_key_calls').selectAll().execute(),
    ctx.db.selectFrom('journal').selectAll().execute(),
    ctx.db.selectFrom('sent_mails').selectAll().execute(),
  ])
  const mails = server.mailbox.list()
  const document = await fetchDocument(server.app)
  for (const text of [output, JSON.stringify(stored), JSON.stringify(mails), JSON.stringify(document)])
    expect(text.match(MACHINE_TOKEN_PATTERN)).toBeNull()
  for (const { random } of keys.map(key => ({ random: key.slice(9) })))
    expect([output, JSON.stringify(stored), JSON.stringify(mails)].join('\n')).not.toContain(random)
})
