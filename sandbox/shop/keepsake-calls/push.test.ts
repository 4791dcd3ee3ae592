import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKeepsakeClient } from '../keepsake-client.ts'
import { addVersion, generatePaymentToken, type Order, openOrders } from '../orders/order.ts'
import { openJsonMap } from '../storage/json-files.ts'
import { startKeepsakeServer, TOKEN } from '../testing/keepsake-server.testing.ts'
import { waitUntilPasses } from '../testing/test-shop.testing.ts'
import { sentState, startPush } from './push.ts'
import { listOrderMessages } from './records.ts'

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

  async function start() {
    const orders = await openOrders(folder, log)
    const push = startPush(
      { order: async code => listOrderMessages((await orders.find(code))!) },
      {
        sent: await openJsonMap(join(folder, 'sent'), sentState),
        keepsake: createKeepsakeClient({ origin: keepsake.origin, token: TOKEN }),
        log,
        now: () => NOW,
        retryMs: () => 20,
      },
    )
    orders.onStored(({ code }) => void push.send('order', code))
    const setStatus = (status: Order['state']['status']) =>
      orders.change(CODE, order => addVersion(order, NOW, { status }))
    const getState = () => push.getState(`order ${CODE}`)
    const acknowledged = (version: number) =>
      waitUntilPasses(() => expect(getState()).toEqual({ acknowledged: version }))
    return { orders, push, getState, setStatus, acknowledged }
  }
  const versions = () => keepsake.received.map(({ order }) => order.version)

  test('each change is a higher version, stored before it is sent, with its status in the history', async () => {
    const { orders, push, setStatus, acknowledged } = await start()
    await orders.add(ORDER)
    await acknowledged(1)
    await setStatus('Confirmed')
    await acknowledged(2)
    await orders.change(CODE, order => addVersion(order, NOW, { source: 'another' }))
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
    const { orders, push, acknowledged } = await start()
    keepsake.failures = ['lost', 'lost']
    await orders.add(ORDER)
    await acknowledged(1)
    expect(versions()).toEqual([1, 1, 1])
    expect(new Set(keepsake.received.map(each => JSON.stringify(each))).size).toBe(1)
    await push.close()
  })

  test('versions that appear while one is under way: the newest one is sent after it', async () => {
    const { orders, push, setStatus, acknowledged } = await start()
    const gate = Promise.withResolvers<void>()
    keepsake.gate = gate.promise
    await orders.add(ORDER)
    await waitUntilPasses(() => expect(versions()).toEqual([1]))
    await setStatus('Confirmed')
    await setStatus('ProductionStarted')
    gate.resolve()
    await acknowledged(3)
    expect(versions()).toEqual([1, 3])
    await push.close()
  })

  test('while Keepsake fails only the newest version is sent again', async () => {
    const { orders, push, setStatus, acknowledged } = await start()
    keepsake.unavailable = true
    await orders.add(ORDER)
    await setStatus('Confirmed')
    await setStatus('ProductionStarted')
    keepsake.unavailable = false
    await acknowledged(3)
    // A call under way may have the second one; the first one is never sent again.
    expect(versions()).not.toContain(1)
    expect(versions().at(-1)).toBe(3)
    await push.close()
  })

  test('after a refused version a newer one is sent', async () => {
    const { orders, push, getState, setStatus, acknowledged } = await start()
    keepsake.failures = [400]
    await orders.add(ORDER)
    await waitUntilPasses(() => expect(getState().problem?.status).toBe(400))
    await push.send('order', CODE)
    expect(versions()).toEqual([])
    await setStatus('Confirmed')
    await acknowledged(2)
    await push.close()
  })

  test('an order file that cannot be read stops neither the start nor the others', async () => {
    const before = await start()
    keepsake.unavailable = true
    await before.orders.add(ORDER)
    await before.push.close()
    await writeFile(join(folder, 'P-333333333333.json'), '{"half": ')
    keepsake.unavailable = false
    const { orders, push, acknowledged } = await start()
    await orders.notifyOfStoredRecords()
    await acknowledged(1)
    expect((await readdir(folder)).sort()).toEqual([`${CODE}.json`, 'P-333333333333.json', 'sent'])
    await push.close()
  })
})
