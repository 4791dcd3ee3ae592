import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createReorder, getReorder } from '#contract/retailer-calls/reorders.ts'
import { MARK, replaceMark } from '../../testing/encodings.ts'
import { type RetailerServer, startRetailerServer } from '../../testing/retailer-server.ts'
import { readConfig } from '../config/config.ts'
import { createRecordingLog } from '../log/recording-log.testing.ts'
import { ANSWER_BYTES_MAX, createRetailer, type Retailer } from './retailer.ts'
import { RetailerError } from './retailer-error.ts'

const OFFER = { reorderable: true, currency: 'GBP', items: [] }
const GET = { params: { orderCode: 'K-4711' } }
const POST = {
  body: { requestId: randomUUID(), orderCode: 'K-4711', returnUrl: 'https://my.example/orders/K-4711' },
}

let server: RetailerServer
let retailer: Retailer
let log: ReturnType<typeof createRecordingLog>
beforeEach(async () => {
  server = await startRetailerServer()
  log = createRecordingLog()
  retailer = createRetailer({ ...server.settings, timeoutMs: 300 }, log.log)
})
afterEach(() => server.close())

const failureOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof RetailerError)) throw new Error('The call did not fail', { cause: error })
  return { kind: error.kind, reason: error.reason }
}

test('AA-081 a call has the token, its parameters and its body, and answers what the contract allows', async () => {
  server.on(getReorder, () => ({ answer: OFFER }))
  server.on(createReorder, () => ({ answer: { shopUrl: 'https://shop.example/basket' } }))
  expect(await retailer.call(getReorder, GET)).toEqual(OFFER)
  expect(await retailer.call(createReorder, POST)).toEqual({ shopUrl: 'https://shop.example/basket' })
  expect(server.received).toEqual([
    { call: 'GET /reorders/:orderCode', params: GET.params, body: undefined },
    { call: 'POST /reorders', params: {}, body: POST.body },
  ])
})

test('AA-081 without configuration nothing is called', async () => {
  const without = createRetailer(null, log.log)
  expect(await failureOf(without.call(getReorder, GET))).toMatchObject({ kind: 'not-configured' })
})

test('AA-081 404 is not found and 409 is refused with its reason; neither is repeated', async () => {
  server.on(getReorder, () => ({ status: 404 }))
  server.on(createReorder, () => ({ status: 409, body: { reason: 'expired' } }))
  expect(await failureOf(retailer.call(getReorder, GET))).toMatchObject({ kind: 'not-found' })
  expect(await failureOf(retailer.call(createReorder, POST))).toEqual({ kind: 'refused', reason: 'expired' })
  expect(server.received).toHaveLength(2)
})

const SHOP_URL = `{"shopUrl":"https://shop.example/${MARK}"}`

const answerBytes =
  (status: number, text: string, bytes: Iterable<number>) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(replaceMark(text, [...bytes]))

test('RV-866 an error page in another encoding is understood by its status', async () => {
  server.on(createReorder, () => answerBytes(404, `<p>${MARK}</p>`, [0xfc]))
  expect(await failureOf(retailer.call(createReorder, POST))).toMatchObject({ kind: 'not-found' })
})

describe('AA-081 what is no valid answer is unavailable', () => {
  const CASES: [string, Parameters<RetailerServer['on']>[1]][] = [
    ['a server error', () => ({ status: 503 })],
    ['a wrong token', () => ({ status: 401 })],
    ['another successful status', () => ({ status: 201, body: OFFER })],
    ['a redirect', () => ({ status: 307, headers: { location: `${server.settings.url}/reorders` } })],
    ['no JSON', () => ({ status: 200, body: '<p>Hello' })],
    ['other JSON', () => ({ status: 200, body: { shopUrl: 7, items: 'none' } })],
    ['RV-866 bytes that are not UTF-8', () => answerBytes(200, SHOP_URL, [0xfc])],
    ['RV-866 an overlong form', () => answerBytes(200, SHOP_URL, [0xc0, 0xaf])],
    ['RV-866 text that cannot be stored', () => answerBytes(200, SHOP_URL, Buffer.from('\\ud800'))],
    ['a refusal without a reason', () => ({ status: 409, body: {} })],
    ['more than a megabyte', () => ({ status: 200, body: ' '.repeat(ANSWER_BYTES_MAX + 1) })],
    ['a broken connection', () => response => void response.destroy()],
    ['no answer', () => () => {}],
    [
      'an answer that never ends',
      () => response => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    ],
  ]
  test.each(CASES)('%s', async (_, reply) => {
    server.on(createReorder, reply as never)
    expect(await failureOf(retailer.call(createReorder, POST))).toMatchObject({ kind: 'unavailable' })
    expect(server.received).toHaveLength(1)
  })

  test('a retailer that does not listen', async () => {
    await server.close()
    expect(await failureOf(retailer.call(getReorder, GET))).toMatchObject({ kind: 'unavailable' })
    server = await startRetailerServer()
  })
})

describe('AA-081 a GET is repeated once', () => {
  test('after a server error or a broken connection', async () => {
    let calls = 0
    server.on(getReorder, () => (++calls % 2 === 1 ? { status: 502 } : { answer: OFFER }))
    expect(await retailer.call(getReorder, GET)).toEqual(OFFER)
    server.on(getReorder, () => (++calls % 2 === 1 ? response => void response.destroy() : { answer: OFFER }))
    expect(await retailer.call(getReorder, GET)).toEqual(OFFER)
    expect(calls).toBe(4)
  })

  test('and not a third time, and not after its time', async () => {
    server.on(getReorder, () => ({ status: 500 }))
    expect(await failureOf(retailer.call(getReorder, GET))).toMatchObject({ kind: 'unavailable' })
    expect(server.received).toHaveLength(2)
    server.on(getReorder, () => () => {})
    expect(await failureOf(retailer.call(getReorder, GET))).toMatchObject({ kind: 'unavailable' })
    expect(server.received).toHaveLength(3)
  })
})

test('AA-081 the log names the call and the problem, and no order, address, token or answer', async () => {
  server.on(createReorder, () => ({ status: 200, body: { secret: 'of the answer' } }))
  await failureOf(retailer.call(createReorder, POST))
  server.on(getReorder, () => response => void response.destroy())
  await failureOf(retailer.call(getReorder, GET))
  expect(log.output()).toContain('POST /reorders')
  expect(log.output()).toContain('GET /reorders/:orderCode')
  expect(log.output()).not.toContain('RetailerError')
  expect(log.output()).not.toMatch(/4711|my\.example|of the answer|127\.0\.0\.1/)
  expect(log.output()).not.toContain(server.settings.token)
})

test('AA-081 the configuration has both address and token, or none, and its refusal tells no secret', () => {
  const RETAILER_TOKEN = 'x'.repeat(32)
  expect(readConfig({}).retailer).toBeNull()
  const read = readConfig({ RETAILER_URL: 'https://retailer.example/keepsake/', RETAILER_TOKEN })
  expect(read.retailer).toEqual({
    url: 'https://retailer.example/keepsake',
    token: RETAILER_TOKEN,
    timeoutMs: 5000,
  })
  for (const one of [{ RETAILER_TOKEN }, { RETAILER_URL: 'https://retailer.example' }])
    expect(() => readConfig(one)).toThrow('only valid together')
  const readOther = () => readConfig({ RETAILER_URL: 'https://name:secret@retailer.example', RETAILER_TOKEN })
  expect(readOther).toThrow('has more than origin and path')
  expect(readOther).not.toThrow('secret')
})
