import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_PACE: '20' })
})
afterEach(() => t.close())

const statuses = (code: string) => t.keepsake.orders.get(code)?.history.map(({ status }) => status)
const reaches = (code: string, status: string) =>
  waitUntilPasses(() => expect(t.keepsake.orders.get(code)?.status).toBe(status))

describe('AA-059 fulfilment', () => {
  test('an order takes a step every 20 seconds, each a version with its time, until it is dispatched', async () => {
    const code = await t.order()
    expect(t.keepsake.orders.get(code)?.status).toBe('Received')
    for (const status of ['Confirmed', 'ProductionStarted', 'ProductionCompleted', 'Dispatched']) {
      t.passSeconds(20)
      await reaches(code, status)
    }
    const order = t.keepsake.orders.get(code)!
    expect(order.version).toBe(5)
    expect(order.history).toEqual([
      { status: 'Received', at: '2026-11-21T12:00:00.000Z' },
      { status: 'Confirmed', at: '2026-11-21T12:00:20.000Z' },
      { status: 'ProductionStarted', at: '2026-11-21T12:00:40.000Z' },
      { status: 'ProductionCompleted', at: '2026-11-21T12:01:00.000Z' },
      { status: 'Dispatched', at: '2026-11-21T12:01:20.000Z' },
    ])
    expect(order.products[0]!.paymentChangedDate).toBe('2026-11-21T12:00:20.000Z')
    expect(order.parcels).toEqual([
      {
        number: expect.stringMatching(/^PL[A-Z0-9]{12}$/),
        carrier: 'Postline',
        trackingUrl: `https://shop.example/tracking/${order.parcels[0]!.number}`,
        shippedAt: '2026-11-21T12:01:20.000Z',
        productCodes: [`${code}-1`],
      },
    ])
  })

  test('AA-069 delivery dates are sent when production starts, as days of the brand’s time zone', async () => {
    t.now = new Date('2026-07-01T22:59:00Z')
    const code = await t.order()
    t.passSeconds(20)
    await reaches(code, 'Confirmed')
    expect(t.keepsake.deliveryDates.size).toBe(0)
    t.passSeconds(60)
    // In London it is just after midnight, the second of July.
    await reaches(code, 'ProductionStarted')
    await waitUntilPasses(() =>
      expect(t.keepsake.deliveryDates.get(code)).toEqual({
        version: 1,
        dates: [{ from: '2026-07-05', to: '2026-07-07', productCodes: [`${code}-1`] }],
      }),
    )
    await waitUntilPasses(async () => expect((await t.sent())[`dates ${code}`]).toEqual({ acknowledged: 1 }))
  })

  test('after a long stop an order goes on where it was, one step at a time', async () => {
    const code = await t.order()
    t.passSeconds(20)
    await reaches(code, 'Confirmed')
    await t.shop.close()
    t.passSeconds(3600)
    await t.open()
    await reaches(code, 'ProductionStarted')
    t.passSeconds(19)
    await t.restart()
    t.passSeconds(1)
    await reaches(code, 'ProductionCompleted')
    expect(statuses(code)).toEqual(['Received', 'Confirmed', 'ProductionStarted', 'ProductionCompleted'])
  })

  test('with a pace of 0 nothing moves by itself', async () => {
    await t.restart({ SHOP_PACE: '0' })
    const code = await t.order()
    const unpaid = await t.order({ payment: 'later' })
    t.passSeconds(72 * 3600)
    await t.restart({ SHOP_PACE: '0' })
    // Due changes of both were looked for.
    await waitUntilPasses(async () => expect((await t.file(unpaid)).state.status).toBe('Cancelled'))
    expect((await t.file(code)).state.version).toBe(1)
    await t.restart()
    await reaches(code, 'Confirmed')
  })

  test('steps that Keepsake could not be told reach it at once when it is back', async () => {
    const code = await t.order()
    t.keepsake.unavailable = true
    for (const version of [2, 3, 4]) {
      t.passSeconds(20)
      await waitUntilPasses(async () => expect((await t.file(code)).state.version).toBe(version))
    }
    t.keepsake.unavailable = false
    await reaches(code, 'ProductionCompleted')
    expect(t.keepsake.received.map(({ order }) => order.version)).toEqual([1, 4])
    await waitUntilPasses(() => expect(t.keepsake.deliveryDates.get(code)?.version).toBe(1))
  })
})
