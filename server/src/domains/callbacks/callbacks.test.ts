import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/callbacks.ts'
import { getCustomer, patchCustomer } from '#contract/customers.ts'
import { listRows, updateRows } from '../../platform/db/rows.ts'
import { encrypt } from '../../platform/signing/encryption.ts'
import type { Client } from '../../testing/client.ts'
import { invoiceForTests } from '../invoices/invoices.testing.ts'
import { upsertInvoice } from '../invoices/invoices.ts'
import { storeFeed } from '../orders/feeds.ts'
import { deliverDue, startCallbackServer, storeAddress } from './callbacks.testing.ts'
import { LEASE_MS } from './delivery/dispatcher.ts'
import { cleanUp } from './index.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let business: Client
/** The next random number of the schedule's jitter. */
let random = 0.5
const { receiver, server, answerWith, saveAddress, changeOrder, setStatus } = await startCallbackServer({
  timeoutMs: 1000,
  random: () => random,
})
beforeEach(async () => {
  random = 0.5
  business = await server.customer({ business: true })
})

/** The events of the customer with their delivery to the address of the record. */
const log = async (customer: Client) =>
  (await customer.call(contract.getCallbackEvents)).events.map(event => ({
    ...event,
    ...event.deliveries.find(({ endpointId }) => endpointId === 'default'),
  }))
const read = async (customer: Client, id: string) => {
  const event = await customer.call(contract.getCallbackEvent, { params: { id } })
  return { ...event, ...event.deliveries[0]! }
}
const last = async (customer: Client) => (await log(customer))[0]!

describe('AA-108 callbacks of an order', () => {
  test('are signed and verified by the secret that was shown once', async () => {
    await saveAddress(business)
    const { secret, previousValidUntil } = await business.call(contract.createSecret, { body: {} })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(previousValidUntil).toBeNull()
    const code = await changeOrder(business)
    await server.idle()
    const [callback, ...more] = receiver.received
    expect(more).toEqual([])
    expect(callback).toMatchObject({ method: 'POST', path: '/erp' })
    const payload = new Webhook(secret).verify(callback!.body, callback!.headers as Record<string, string>)
    expect(payload).toMatchObject({
      type: 'order.changed',
      timestamp: server.clock.now().toISOString(),
      data: { customer: business.accountId, orderCode: code },
    })
    const state = await business.call(contract.getCallbacks)
    expect(state.endpoint).toMatchObject({ state: 'on', problem: null, secrets: [{ shown: true }] })
    expect(JSON.stringify(state)).not.toContain(secret)
    const rows = await server.ctx.db.selectFrom('callbacks').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
    const next = await business.call(contract.createSecret, { body: {} })
    expect(next.previousValidUntil).toBe(new Date(server.clock.now().getTime() + DAY).toISOString())
  })

  test('are in the log with body, status, time and answer, and only in that of the account', async () => {
    await saveAddress(business)
    const code = await changeOrder(business)
    await server.idle()
    const event = await last(business)
    expect(event).toMatchObject({ type: 'order.changed', about: code, state: 'delivered', attempts: 1 })
    expect(event.lastAttempt).toMatchObject({ status: 200, problem: null })
    const details = await read(business, event.id)
    expect(details.tries).toMatchObject([{ status: 200, answer: '{"received":true}' }])
    const { headers } = receiver.received[0]!
    expect(details.request).toMatchObject({
      address: `${receiver.origin}/erp`,
      contentType: headers['content-type'],
      timestamp: Number(headers['webhook-timestamp']),
      signature: headers['webhook-signature'],
      version: headers['keepsake-version'],
    })
    expect(details.request.body).toBe(receiver.received[0]!.body)
    const other = await server.customer({ business: true })
    const params = { id: event.id }
    expect((await other.expectError(contract.getCallbackEvent, { params })).status).toBe(404)
    expect((await other.expectError(contract.replayCallbackEvent, { params })).status).toBe(404)
    const consumer = await server.customer()
    for (const call of [contract.getCallbacks, contract.getCallbackEvents])
      expect((await consumer.expectError(call)).status).toBe(403)
  })

  test('follow delivery dates, too, and nothing is sent without an address or to a consumer', async () => {
    const code = await changeOrder(business)
    await saveAddress(business)
    await storeFeed(server.ctx, 'delivery-dates', code, { version: 1, dates: [] })
    const consumer = await server.customer()
    await changeOrder(consumer)
    await server.idle()
    expect(receiver.received).toHaveLength(1)
    await saveAddress(business, '')
    await changeOrder(business)
    await server.idle()
    expect(receiver.received).toHaveLength(1)
    expect((await business.call(contract.getCallbacks)).endpoint).toBeNull()
  })

  test('tell of an invoice once its PDF can be read', async () => {
    await saveAddress(business)
    const number = `2026-${Date.now()}`
    await upsertInvoice(server.ctx, number, invoiceForTests(business.accountId))
    await server.idle()
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'invoice.ready', data: { customer: business.accountId, invoiceNumber: number } },
    ])
  })
})

describe('AA-108 a callback that fails', () => {
  test('is tried ten times by the schedule with its jitter, with the same id, and can be replayed', async () => {
    await saveAddress(business)
    answerWith(503)
    const attempts = () => receiver.received.filter(({ body }) => body.includes(business.accountId))
    // The shortest, the middle and the longest delay one after the other.
    const draws = [
      { drawn: 0, factor: 0.8 },
      { drawn: 0.5, factor: 1 },
      { drawn: 1 - Number.EPSILON, factor: 1.2 },
    ]
    random = draws[0]!.drawn
    await changeOrder(business)
    await server.idle()
    const delays = [
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ]
    for (const [index, delay] of delays.entries()) {
      const { factor } = draws[index % draws.length]!
      business = await server.signIn(business)
      const event = await last(business)
      expect(event).toMatchObject({ state: 'waiting', lastAttempt: { status: 503 } })
      const wait = new Date(event.nextAttemptAt!).getTime() - server.clock.now().getTime()
      expect(wait).toBe(delay * factor)
      const before = attempts().length
      random = draws[(index + 1) % draws.length]!.drawn
      server.clock.advance(wait - 1)
      await deliverDue(server)
      expect(attempts()).toHaveLength(before)
      server.clock.advance(1)
      await deliverDue(server)
      expect(attempts()).toHaveLength(before + 1)
    }
    business = await server.signIn(business)
    expect(await last(business)).toMatchObject({ state: 'failed', attempts: 10, nextAttemptAt: null })
    expect(
      (await business.call(contract.getCallbackEvents, { query: { state: 'failed' } })).events,
    ).toHaveLength(1)
    receiver.answer(response => response.end())
    const { id } = await last(business)
    await business.call(contract.replayCallbackEvent, { params: { id } })
    await server.idle()
    expect(await last(business)).toMatchObject({ state: 'delivered', attempts: 11 })
    expect(attempts()).toHaveLength(11)
    expect(new Set(attempts().map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
    expect(new Set(attempts().map(({ body }) => body)).size).toBe(1)
  })

  test.each<[string, (now: Date) => string, number]>([
    ['as long as Retry-After asks', () => '3600', HOUR],
    ['until the date in Retry-After', now => new Date(now.getTime() + 2 * HOUR).toUTCString(), 2 * HOUR],
    ['for a day at most', () => '31536000', DAY],
    ['by the schedule when Retry-After asks for less', () => '1', 5 * SECOND],
    ['by the schedule when Retry-After is in the past', () => new Date(0).toUTCString(), 5 * SECOND],
    ['by the schedule when Retry-After means nothing', () => 'soon', 5 * SECOND],
  ])('waits %s', async (_name, retryAfter, wait) => {
    await saveAddress(business)
    // The header has whole seconds.
    server.clock.set(new Date(Math.ceil(server.clock.now().getTime() / SECOND) * SECOND))
    const now = server.clock.now()
    receiver.answer(response => response.writeHead(429, { 'retry-after': retryAfter(now) }).end())
    await changeOrder(business)
    await server.idle()
    const { nextAttemptAt } = await last(business)
    expect(nextAttemptAt).toBe(new Date(now.getTime() + wait).toISOString())
  })

  test('redirects, silence, refused connections and internal addresses are failures', async () => {
    await saveAddress(business)
    const results: unknown[] = []
    const tryAnswer = async (callbackUrl: string) => {
      await storeAddress(server.ctx, business.accountId, callbackUrl)
      await business.call(contract.sendTest)
      await server.idle()
      const { state, lastAttempt } = await last(business)
      results.push([state, lastAttempt?.status ?? lastAttempt?.problem])
      server.clock.advance(1)
    }
    receiver.answer(response => response.writeHead(307, { location: `${receiver.origin}/other` }).end())
    await tryAnswer(`${receiver.origin}/erp`)
    receiver.answer(() => undefined)
    await tryAnswer(`${receiver.origin}/erp`)
    receiver.answer(response => response.destroy())
    await tryAnswer(`${receiver.origin}/erp`)
    await tryAnswer('https://169.254.169.254/latest/meta-data/')
    const { id } = await last(business)
    const { request } = await read(business, id)
    expect([request.timestamp, request.signature]).toEqual([null, null])
    expect(results).toEqual([
      ['failed', 307],
      ['failed', 'timeout'],
      ['failed', 'unreachable'],
      ['failed', 'refused-address'],
    ])
    expect(receiver.received.map(({ path }) => path)).toEqual(['/erp', '/erp', '/erp'])
    expect((await business.call(contract.getCallbacks)).endpoint).toMatchObject({
      problem: 'refused-address',
    })
  })

  test('turns callbacks off after five days, with a mail; saving the address turns them on again', async () => {
    await saveAddress(business)
    answerWith(500)
    await changeOrder(business)
    await server.idle()
    // Events of every day: the first one fails before the five days are over.
    for (let hour = 0; hour <= 5 * 24; hour += 6) {
      if (hour % 24 === 0) await changeOrder(business)
      await deliverDue(server)
      if (hour === 5 * 24 - 6) {
        business = await server.signIn(business)
        expect((await business.call(contract.getCallbacks)).endpoint?.state).toBe('on')
      }
      server.clock.advance(6 * HOUR)
    }
    for (let i = 0; i < 8; i++) {
      await deliverDue(server)
      server.clock.advance(6 * HOUR)
    }
    business = await server.signIn(business)
    expect((await business.call(contract.getCallbacks)).endpoint).toMatchObject({
      state: 'off',
      offReason: 'failing',
    })
    const [mail] = server.mailbox.list().filter(({ to }) => to.includes(business.email))
    expect(mail?.subject).toBe('Your callbacks are turned off')
    expect(mail?.text).toContain('/integration')
    expect((await log(business)).filter(({ state }) => state === 'waiting')).toEqual([])
    const before = receiver.received.length
    await changeOrder(business)
    expect((await business.expectError(contract.sendTest)).status).toBe(409)
    await server.idle()
    expect(receiver.received).toHaveLength(before)
    receiver.answer(response => response.end())
    await saveAddress(business)
    await changeOrder(business)
    await server.idle()
    expect(await last(business)).toMatchObject({ state: 'delivered' })
  })

  test('is not turned off by one failure after quiet days', async () => {
    await saveAddress(business)
    answerWith(500)
    await changeOrder(business)
    await server.idle()
    server.clock.advance(6 * DAY)
    await changeOrder(business)
    await server.idle()
    business = await server.signIn(business)
    expect((await business.call(contract.getCallbacks)).endpoint).toMatchObject({ state: 'on' })
  })

  test('410 turns callbacks off at once', async () => {
    await saveAddress(business)
    answerWith(410)
    await changeOrder(business)
    await server.idle()
    expect((await business.call(contract.getCallbacks)).endpoint).toMatchObject({
      state: 'off',
      offReason: 'gone',
    })
    expect(await last(business)).toMatchObject({
      state: 'failed',
      attempts: 1,
      nextAttemptAt: null,
      lastAttempt: { status: 410 },
    })
  })
})

describe('RV-874 an address that can never be called', () => {
  test.each<[string, contract.CallbackProblem]>([
    ['https://10.0.0.7/erp', 'refused-address'],
    ['https://127.0.0.1/', 'refused-address'],
    ['https://2130706433/', 'refused-address'],
    ['https://0x7f.1/', 'refused-address'],
    ['https://169.254.169.254/latest/meta-data/', 'refused-address'],
    ['https://[::1]/', 'refused-address'],
    ['https://[::ffff:10.0.0.7]/', 'refused-address'],
    ['https://[fd00::7]/', 'refused-address'],
    ['https://[2001:db8::1]/', 'refused-address'],
    ['https://localhost/', 'refused-address'],
    ['https://LOCALHOST./', 'refused-address'],
    ['https://localhost../', 'refused-address'],
    ['https://erp.localhost/', 'refused-address'],
    ['https://erp/', 'refused-address'],
    ['https://erp.local/', 'refused-address'],
    ['https://erp.internal:8443/', 'refused-address'],
    ['https://example.com:22/', 'refused-port'],
    ['https://example.com:80/', 'refused-port'],
    ['https://example.com:5432/', 'refused-port'],
    ['https://example.com:0/', 'refused-port'],
  ])('RV-874 %s is refused as %s when it is saved, and the one before stays', async (callbackUrl, reason) => {
    await saveAddress(business)
    const before = await business.call(getCustomer)
    for (const body of [{ ftp: { callbackUrl } }, { ftp: { callbackUrl, callbackFormat: 'XML' as const } }])
      expect(await business.expectError(patchCustomer, { body })).toMatchObject({
        status: 400,
        body: { code: 'bad-request', fields: { 'ftp.callbackUrl': 'not-valid' }, reason },
      })
    expect(await business.call(getCustomer)).toEqual(before)
    expect((await business.call(contract.getCallbacks)).endpoint).toMatchObject({
      state: 'on',
      problem: null,
    })
  })

  test.each(['https://user:secret@example.com/', 'https://user@example.com/', 'ftp://example.com/', 'erp'])(
    'RV-874 %s is no address of a call',
    async callbackUrl => {
      await saveAddress(business)
      expect(await business.expectError(patchCustomer, { body: { ftp: { callbackUrl } } })).toMatchObject({
        status: 400,
        body: { fields: { 'ftp.callbackUrl': 'not-valid' } },
      })
    },
  )

  test('RV-874 one that was saved before keeps no other change from being saved', async () => {
    await saveAddress(business)
    await storeAddress(server.ctx, business.accountId, 'https://10.0.0.7/erp')
    const ftp = { callbackUrl: 'https://10.0.0.7/erp', callbackFormat: 'XML' as const }
    expect((await business.call(patchCustomer, { body: { ftp } })).ftp).toEqual(ftp)
    expect((await business.call(contract.getCallbacks)).endpoint?.problem).toBe('refused-address')
  })

  test.each([
    'https://example.com/',
    'https://example.com:8443/a?b=c',
    'http://erp.example/',
    'https://93.184.215.14/',
  ])('RV-874 %s is saved', async callbackUrl => {
    await saveAddress(business, callbackUrl)
    expect((await business.call(getCustomer)).ftp?.callbackUrl).toBe(callbackUrl)
  })
})

describe('AA-108 keys, tests and the log', () => {
  test('RV-868 RV-882 a secret that no SECRET decrypts any more delays only its own callbacks, until it is replaced', async () => {
    const other = await server.customer({ business: true })
    await saveAddress(business)
    await saveAddress(other)
    await business.call(contract.createSecret, { body: {} })
    const foreignKey = new Uint8Array(32)
    await updateRows(
      server.ctx.db,
      'callback_secrets',
      { account_id: business.accountId },
      { encrypted: await encrypt(foreignKey, 'whsec_lost') },
    )
    await changeOrder(business)
    await changeOrder(other)
    await server.idle()
    expect(receiver.received).toHaveLength(1)
    expect((await last(other)).state).toBe('delivered')
    expect(await last(business)).toMatchObject({ state: 'waiting', attempts: 0 })
    // Secrets of other accounts are encrypted with the new key; the one that cannot be decrypted stays unchanged.
    await cleanUp(server.ctx)
    const { secret } = await business.call(contract.createSecret, { body: {} })
    server.clock.advance(LEASE_MS + 1)
    await deliverDue(server)
    expect(await last(business)).toMatchObject({ state: 'delivered', attempts: 1 })
    // Callbacks of other tests may have become due, too.
    const own = receiver.received.filter(each => each.body.includes(business.accountId))
    const { body, headers } = own.at(-1)!
    const at = new Date(Number(headers['webhook-timestamp']) * SECOND)
    expect(headers['webhook-signature']).toBe(
      new Webhook(secret).sign(String(headers['webhook-id']), at, body),
    )
  })

  test('a test and a replay are answered in the log while other callbacks wait', async () => {
    await saveAddress(business)
    receiver.answer((response, { body }) => {
      if (body.includes('"test"')) response.writeHead(204).end()
    })
    for (let i = 0; i < 20; i++) await changeOrder(business)
    const { id } = await business.call(contract.sendTest)
    await expect.poll(async () => (await read(business, id)).state, { interval: 50 }).toBe('delivered')
    await saveAddress(business, '')
    await server.idle()
  })

  test('what is given up without being sent says so: a test that waits, and a replay', async () => {
    await saveAddress(business)
    await changeOrder(business)
    await server.idle()
    const { id: delivered } = await last(business)
    receiver.answer(() => undefined)
    // One request of an account is sent at a time: the other two wait.
    const { id: sending } = await business.call(contract.sendTest)
    await expect.poll(() => receiver.received.length).toBe(2)
    const { id: waiting } = await business.call(contract.sendTest)
    await business.call(contract.replayCallbackEvent, { params: { id: delivered } })
    await saveAddress(business, '')
    const readOwn = (id: string) => read(business, id)
    const givenUp = { status: null, problem: 'turned-off', durationMs: 0 }
    const ended = { state: 'failed', nextAttemptAt: null, lastAttempt: givenUp }
    expect(await readOwn(waiting)).toMatchObject({ ...ended, attempts: 1, tries: [givenUp] })
    expect(await readOwn(delivered)).toMatchObject({
      ...ended,
      attempts: 2,
      tries: [givenUp, { status: 200 }],
    })
    expect((await readOwn(waiting)).request).toMatchObject({ address: '', timestamp: null, signature: null })
    await server.idle()
    expect(receiver.received).toHaveLength(2)
    expect(await readOwn(sending)).toMatchObject({ state: 'failed', lastAttempt: { problem: 'timeout' } })
    expect(await readOwn(waiting)).toMatchObject({ ...ended, attempts: 1 })
  })

  test('pages of the log are stable, and it ends after 30 days', async () => {
    await saveAddress(business)
    for (let i = 0; i < 5; i++) {
      await changeOrder(business)
      server.clock.advance(1)
    }
    await server.idle()
    const all = await log(business)
    const ids: string[] = []
    for (let cursor: string | undefined; ; ) {
      const query = { limit: 2, ...(cursor && { cursor }) }
      const page = await business.call(contract.getCallbackEvents, { query })
      expect(page).toMatchObject({ total: 5, failed: 0 })
      ids.push(...page.events.map(event => event.id))
      if (page.cursor === null) break
      cursor = page.cursor
    }
    expect(ids).toEqual(all.map(event => event.id))
    const query = { cursor: 'bad' }
    expect((await business.expectError(contract.getCallbackEvents, { query })).status).toBe(400)
    server.clock.advance(30 * DAY)
    await cleanUp(server.ctx)
    business = await server.signIn(business)
    expect(await log(business)).toEqual([])
    const { db } = server.ctx
    const left = await listRows(db, 'callback_attempts', { account_id: business.accountId })
    expect(left).toEqual([])
  })

  test('a blocked business sees its log and may change nothing', async () => {
    await saveAddress(business)
    await changeOrder(business)
    await server.idle()
    await setStatus(business, 'Blocked')
    const [event] = await log(business)
    const refused = [
      await business.expectError(contract.sendTest),
      await business.expectError(contract.createSecret, { body: {} }),
      await business.expectError(contract.replayCallbackEvent, { params: { id: event!.id } }),
      await business.expectError(patchCustomer, { body: { ftp: { callbackUrl: '' } } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    expect((await business.call(getCustomer)).ftp?.callbackUrl).toBe(`${receiver.origin}/erp`)
  })
})

describe('AA-108 without an address', () => {
  test('there is no endpoint, no secret and no test', async () => {
    expect(await business.call(contract.getCallbacks)).toMatchObject({ endpoint: null })
    expect((await business.expectError(contract.createSecret, { body: {} })).status).toBe(404)
    expect((await business.expectError(contract.sendTest)).status).toBe(404)
    expect(await log(business)).toEqual([])
  })
})
