import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKeepsakeClient } from '../keepsake-client.ts'
import { addVersion, generatePaymentToken, type Order, order as schema } from '../orders/order.ts'
import { openRecords } from '../records.ts'
import { startKeepsakeServer, TOKEN } from '../testing/keepsake-server.testing.ts'
import { waitUntilPasses } from '../testing/test-shop.testing.ts'
import { listOrderMessages } from './follow-records.ts'
import { sentState, startPush } from './push.ts'

const log = pino({ level: 'silent' })
const NOW = new Date('2026-11-21T12:00:00Z')
const CODE = 'P-222222222222'

const ORDER: Order = {
  code: CODE,
  visitor: 'visitor',
  channel: 'KEEPSAKE-GB',
  libraryUrl: 'https://my.example/my-photos/photos',
  lines: [],
  step: 'Received',
  stepAt: NOW.toISOString(),
  held: false,
  payment: { state: 'paid', token: generatePaymentToken() },
  state: {
    version: 1,
    accountId: 'account-of-anna',
    createdAt: NOW.toISOString(),
    status: 'Received',
    history: [{ status: 'Received', at: NOW.toISOString() }],
    products: [{ code: `${CODE}-1`, article: 'PRINT', title: 'Prints', quantity: 1, history: [] }],
    parcels: [],
  },
}

describe('AA-062 versions of an order', () => {
  let folder: string
  let keepsake: Awaited<ReturnType<typeof startKeepsakeServer>>
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keepsake-orders-'))
    keepsake = await startKeepsakeServer()
  })
  afterEach(async () => {
    await keepsake.close()
    await rm(folder, { recursive: true, force: true })
  })

  function start() {
    const orders = openRecords(folder, schema, log)
    const push = startPush({
      sent: openRecords(join(folder, 'sent'), sentState, log),
      keepsake: createKeepsakeClient({ origin: keepsake.origin, token: TOKEN }),
      log,
      now: () => NOW,
      retryMs: () => 20,
    })
    push.follow('order', orders, listOrderMessages)
    const setStatus = (status: Order['state']['status']) =>
      orders.change(CODE, order => addVersion(order, NOW, { status }))
    const getState = () => push.getState(`order ${CODE}`)
    const acknowledged = (version: number) =>
      waitUntilPasses(() => expect(getState()).toEqual({ acknowledged: version }))
    return { orders, push, getState, setStatus, acknowledged }
  }
  const versions = () => keepsake.received.map(({ order }) => order.version)

  test('each change is a higher version, stored before it is sent, with its status in the history', async () => {
    const { orders, push, setStatus, acknowledged } = start()
    orders.upsert(CODE, () => ORDER)
    await acknowledged(1)
    setStatus('Confirmed')
    await acknowledged(2)
    orders.change(CODE, order => addVersion(order, NOW, { source: 'another' }))
    await acknowledged(3)
    expect(versions()).toEqual([1, 2, 3])
    expect(keepsake.orders.get(CODE)).toMatchObject({
      status: 'Confirmed',
      source: 'another',
      history: [{ status: 'Received' }, { status: 'Confirmed' }],
    })
    await push.close()
  })

  test('a lost answer: the same version is sent again, with the same content', async () => {
    const { orders, push, acknowledged } = start()
    keepsake.failures = ['lost', 'lost']
    orders.upsert(CODE, () => ORDER)
    await acknowledged(1)
    expect(versions()).toEqual([1, 1, 1])
    expect(new Set(keepsake.received.map(each => JSON.stringify(each))).size).toBe(1)
    await push.close()
  })

  test('versions that appear while one is under way: the newest one is sent after it', async () => {
    const { orders, push, setStatus, acknowledged } = start()
    const gate = Promise.withResolvers<void>()
    keepsake.gate = gate.promise
    orders.upsert(CODE, () => ORDER)
    await waitUntilPasses(() => expect(versions()).toEqual([1]))
    setStatus('Confirmed')
    setStatus('ProductionStarted')
    gate.resolve()
    await acknowledged(3)
    expect(versions()).toEqual([1, 3])
    await push.close()
  })

  test('while Keepsake fails only the newest version is sent again', async () => {
    const { orders, push, getState, setStatus, acknowledged } = start()
    keepsake.unavailable = true
    orders.upsert(CODE, () => ORDER)
    setStatus('Confirmed')
    setStatus('ProductionStarted')
    await waitUntilPasses(() => expect(getState().problem).toMatchObject({ version: 3, status: 0 }))
    keepsake.unavailable = false
    await acknowledged(3)
    expect(versions()).toEqual([3])
    await push.close()
  })

  test('after a refused version a newer one is sent', async () => {
    const { orders, push, getState, setStatus, acknowledged } = start()
    keepsake.failures = [400]
    orders.upsert(CODE, () => ORDER)
    await waitUntilPasses(() => expect(getState().problem?.status).toBe(400))
    await push.send('order', CODE)
    expect(versions()).toEqual([])
    setStatus('Confirmed')
    await acknowledged(2)
    await push.close()
  })

  test('an order file that cannot be read stops neither the start nor the others', async () => {
    const before = start()
    keepsake.unavailable = true
    before.orders.upsert(CODE, () => ORDER)
    await before.push.close()
    await writeFile(join(folder, 'P-333333333333.json'), '{"half": ')
    keepsake.unavailable = false
    const { push, acknowledged } = start()
    await acknowledged(1)
    expect((await readdir(folder)).sort()).toEqual([`${CODE}.json`, 'P-333333333333.json', 'sent'])
    await push.close()
  })
})
