import { beforeEach, describe, expect, test } from 'vitest'
import { CALLBACK_EVENT_TYPES } from '#contract/callback-payload.ts'
import * as contract from '#contract/callbacks.ts'
import { change } from '../../context.ts'
import type { Client } from '../../testing/client.ts'
import { startCallbackServer } from './callbacks.testing.ts'
import { onApiKeyExpiring, onOrderChanged } from './emitters.ts'
import { EventWriters, readNumbers } from './event-writers.testing.ts'
import { cleanUp, emitOrderFileAccepted, emitOrderFileRefused } from './index.ts'

const DAY = 86_400_000

let business: Client
const callbacks = await startCallbackServer()
const { receiver, server, answerWith } = callbacks
beforeEach(async () => {
  business = await server.customer({ business: true })
})

const turnOn = () => callbacks.saveAddress(business)
const changeOrder = (customer = business) => callbacks.changeOrder(customer)
const read = (query: { after?: number; since?: string; types?: string; about?: string; limit?: number }) =>
  business.call(contract.getCallbackEvents, { query: query as never })
const list = async () => (await read({ after: 0 })).events
const describeEvents = async () =>
  (await list()).map(({ number, about, deliveries }) => [
    number,
    about,
    deliveries.map(({ state }) => state).join(),
  ])

describe('NX-435 an event is stored', () => {
  test('NX-435 RV-1041 while no address was entered, on, failing, gone and removed, with what each got', async () => {
    const expected: [number, string, string][] = []
    const changeAndExpect = async (state: string) => {
      expected.push([expected.length + 1, await changeOrder(), state])
      await server.idle()
    }
    await changeAndExpect('')
    await turnOn()
    await changeAndExpect('delivered')
    answerWith(503)
    await changeAndExpect('waiting')
    answerWith(410)
    await changeAndExpect('failed')
    expected[2]![2] = 'failed'
    await changeAndExpect('off')
    await callbacks.saveAddress(business, '')
    await changeAndExpect('')
    expect(await describeEvents()).toEqual(expected)
    expect(receiver.received).toHaveLength(3)
    const { data } = (await list())[0]!
    expect(data).toMatchObject({ customer: business.accountId, orderCode: expected[0]![1], version: 1 })
  })

  test('NX-435 of a type that no endpoint wants, and not for a consumer or a closed account', async () => {
    await turnOn()
    await business.call(contract.patchEndpoint, {
      params: { id: 'default' },
      body: { version: '1', events: ['invoice.ready'] },
    })
    await changeOrder()
    await change(server.ctx, async tx => {
      const { accountId } = business
      const file = { fileName: 'a.json', reference: 'R-1', orderCodes: ['4711-1'] }
      await emitOrderFileAccepted(server.ctx, tx, accountId, file)
      await emitOrderFileRefused(server.ctx, tx, accountId, {
        fileName: null,
        reference: 'R-2',
        problems: ['x: y'],
      })
      const key = { keyId: 'key', name: 'ERP', expiresAt: server.clock.now() }
      await onApiKeyExpiring(server.ctx, tx, { accountId, ...key })
    })
    const events = await list()
    expect(events.map(({ type, about }) => [type, about])).toEqual([
      ['order.changed', events[0]!.about],
      ['order-file.accepted', 'a.json'],
      ['order-file.refused', 'R-2'],
      ['api-key.expiring', 'ERP'],
    ])
    expect(events.flatMap(({ deliveries }) => deliveries)).toEqual([])
    const consumer = await server.customer()
    await changeOrder(consumer)
    const { db } = server.ctx
    const numbers = await db.selectFrom('callback_numbers').selectAll().execute()
    expect(numbers.some(({ account_id }) => account_id === consumer.accountId)).toBe(false)
  })

  test('NX-435 until 30 days have passed, and an instant later it is gone', async () => {
    await changeOrder()
    server.clock.advance(30 * DAY)
    business = await server.signIn(business)
    await cleanUp(server.ctx)
    expect(await list()).toHaveLength(1)
    server.clock.advance(1)
    expect(await read({})).toMatchObject({ events: [], total: 0, oldest: 2, latest: 1 })
    await cleanUp(server.ctx)
    const { db } = server.ctx
    const rows = await db.selectFrom('callback_events').select('account_id').execute()
    expect(rows.filter(({ account_id }) => account_id === business.accountId)).toEqual([])
  })
})

describe('NX-436 numbers', () => {
  test('NX-436 have no gap, and a reader by `after` sees each event once while 8 write', async () => {
    await turnOn()
    const writers = new EventWriters(business.accountId)
    writers.start(server)
    const seen: number[] = []
    while (seen.length < 200) seen.push(...(await readNumbers(business, seen.at(-1))))
    await writers.stop()
    seen.push(...(await readNumbers(business, seen.at(-1))))
    expect(seen).toEqual(seen.map((_, i) => i + 1))
    await server.idle()
    const received = receiver.received.map(({ headers }) => Number(headers['keepsake-event-number']))
    expect(received.toSorted((a, b) => a - b)).toEqual(seen)
    expect(JSON.parse(receiver.received[0]!.body).number).toBe(received[0])
  })

  test('NX-436 of a change that is rolled back is that of the next, and accounts count by themselves', async () => {
    const other = await server.customer({ business: true })
    const code = await changeOrder()
    await changeOrder(other)
    const broken = change(server.ctx, async tx => {
      await onOrderChanged(server.ctx, tx, { accountId: business.accountId, code })
      throw new Error('rolled back')
    })
    await expect(broken).rejects.toThrow('rolled back')
    await changeOrder()
    expect((await list()).map(({ number }) => number)).toEqual([1, 2])
    expect((await other.call(contract.getCallbackEvents)).events.map(({ number }) => number)).toEqual([1])
  })
})

describe('NX-437 events are read', () => {
  test('NX-437 by number, instant, type and subject, oldest first, page by page', async () => {
    const codes = [await changeOrder(), await changeOrder()]
    server.clock.advance(1000)
    const since = server.clock.now().toISOString()
    await change(server.ctx, tx =>
      onApiKeyExpiring(server.ctx, tx, {
        accountId: business.accountId,
        keyId: 'key',
        name: 'ERP',
        expiresAt: server.clock.now(),
      }),
    )
    await change(server.ctx, tx =>
      onOrderChanged(server.ctx, tx, { accountId: business.accountId, code: codes[0]! }),
    )
    const numbers = async (query: Parameters<typeof read>[0]) =>
      (await read(query)).events.map(({ number }) => number)
    expect(await numbers({})).toEqual([4, 3, 2, 1])
    expect(await numbers({ after: 2 })).toEqual([3, 4])
    expect(await numbers({ after: 4 })).toEqual([])
    expect(await numbers({ since })).toEqual([3, 4])
    expect(await numbers({ types: 'api-key.expiring' })).toEqual([3])
    expect(await numbers({ types: CALLBACK_EVENT_TYPES.join(), about: codes[0]! })).toEqual([4, 1])
    expect(await read({ about: codes[0]!, types: 'order.changed' })).toMatchObject({ total: 2, latest: 4 })
    const first = await read({ after: 0, limit: 3 })
    const query = { after: 0, limit: 3, cursor: first.cursor! }
    const second = await business.call(contract.getCallbackEvents, { query })
    expect(second).toMatchObject({ events: [{ number: 4 }], cursor: null, oldest: 1 })
    const other = { query: { after: 1, limit: 3, cursor: first.cursor! } }
    expect((await business.expectError(contract.getCallbackEvents, other)).status).toBe(400)
  })

  test('NX-437 after a number whose successors are gone is refused with the oldest one', async () => {
    await changeOrder()
    await changeOrder()
    server.clock.advance(30 * DAY + 1)
    business = await server.signIn(business)
    await changeOrder()
    const refuse = async (after: number) => {
      const { body } = await business.expectError(contract.getCallbackEvents, { query: { after } })
      return [body.code, body.reason, body.oldest]
    }
    expect(await refuse(1)).toEqual(['bad-request', contract.TOO_OLD, 3])
    expect((await read({ after: 2 })).events.map(({ number }) => number)).toEqual([3])
    server.clock.advance(30 * DAY + 1)
    business = await server.signIn(business)
    await cleanUp(server.ctx)
    expect(await refuse(2)).toEqual(['bad-request', contract.TOO_OLD, 4])
    expect(await read({ after: 3 })).toMatchObject({ events: [], oldest: 4, latest: 3 })
  })
})
