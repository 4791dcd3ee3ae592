import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { ADDRESS, TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_PACE: '20', SHOP_BACK_OFFICE: 'true' })
})
afterEach(() => t.close())

const orderAt = (code: string) => t.keepsake.orders.get(code)!
const reaches = (code: string, status: string) =>
  waitUntilPasses(() => expect(orderAt(code)?.status).toBe(status))

/** Takes the steps to the carrier; the last one is at `t.now`. */
async function dispatch(code: string): Promise<void> {
  for (const status of ['Confirmed', 'ProductionStarted', 'ProductionCompleted', 'Dispatched']) {
    t.passSeconds(20)
    await reaches(code, status)
  }
}

describe('NX-158 what the shop reports by itself', () => {
  test('how and when an order was paid, at once or later, and that a payment failed', async () => {
    const paid = await t.order()
    const at = '2026-11-21T12:00:00.000Z'
    expect(orderAt(paid).payment).toEqual({ method: 'card', lastDigits: '4242', paidAt: at })
    const failed = await t.order({ payment: 'failing' })
    expect(orderAt(failed).payment).toEqual({ method: 'card', lastDigits: '4242', failedAt: at })
    const later = await t.order({ payment: 'later' })
    expect(orderAt(later)).not.toHaveProperty('payment')
    t.passSeconds(60)
    const pay = new URL(orderAt(later).paymentUrl!).pathname
    await t.anna.open(pay)
    await t.anna.submit('', { answer: 'success' })
    await reaches(later, 'Confirmed')
    expect(orderAt(later).payment).toMatchObject({ paidAt: '2026-11-21T12:01:00.000Z' })
  })

  test('a parcel is delivered two paces after it left, once', async () => {
    const code = await t.order()
    await dispatch(code)
    const sentAt = t.now.getTime()
    expect(orderAt(code).parcels[0]).not.toHaveProperty('deliveredAt')
    t.passSeconds(300)
    await waitUntilPasses(() =>
      expect(orderAt(code).parcels[0]).toMatchObject({
        deliveredAt: new Date(sentAt + 40_000).toISOString(),
        deliveredTo: 'Handed over at the door',
      }),
    )
    const { version } = orderAt(code)
    await t.restart()
    t.passSeconds(300)
    expect((await t.file(code)).state.version).toBe(version)
  })

  test('a parcel for a pick-up point is ready there, with a code, and is not delivered by itself', async () => {
    const code = await t.order({ delivery: 'gb-1' })
    await dispatch(code)
    t.passSeconds(40)
    await waitUntilPasses(() =>
      expect(orderAt(code).parcels[0]).toMatchObject({
        pickupReadyAt: t.now.toISOString(),
        pickupUntil: new Date(t.now.getTime() + 7 * 86_400_000).toISOString(),
        pickupCode: expect.stringMatching(/^[A-Z0-9]{6}$/),
      }),
    )
    expect(orderAt(code).parcels[0]).not.toHaveProperty('deliveredAt')
  })

  test('a frame can be withdrawn from, prints of the same order cannot; it costs delivery once', async () => {
    const { id, photo } = await t.openEditor({ 'beach.jpg': [3000, 2000] })
    await t.anna.open(`/prints/${id}/frame`)
    await t.anna.submit(`/prints/${id}/frame`, { quantity: '2', prints: 'yes' })
    expect(t.anna.text).toContain('1 print, 10 × 15 cm £0.17 2 × Oak frame 30 × 40 cm £59.90')
    await t.anna.submit(`/prints/${id}/order`, ADDRESS)
    const [order] = t.keepsake.orders.values()
    expect(order).toMatchObject({
      products: [
        { article: 'PRINT-10X15-GLOSSY', withdrawable: false, photoIds: [photo('beach.jpg')] },
        {
          article: 'FRAME-OAK-30X40',
          title: 'Oak frame 30 × 40 cm',
          quantity: 2,
          price: 5990,
          withdrawable: true,
        },
      ],
      total: { amount: 17 + 5990 + 249 },
      deliveryCost: 249,
    })
    expect(order!.products[1]).not.toHaveProperty('photoIds')
    expect(order!.products[1]).not.toHaveProperty('withdrawalExclusion')
  })

  test.each([
    ['alone, with its delivery', 'no', 2995 + 249],
    ['beside prints, without it', 'yes', 2995],
  ])('RV-1062 a frame that is withdrawn from is paid back: %s', async (_, prints, amount) => {
    const { id } = await t.openEditor({ 'beach.jpg': [3000, 2000] })
    await t.anna.open(`/prints/${id}/frame`)
    await t.anna.submit(`/prints/${id}/frame`, { quantity: '1', ...(prints === 'yes' && { prints }) })
    await t.anna.submit(`/prints/${id}/order`, ADDRESS)
    const [[orderCode, order]] = [...t.keepsake.orders] as [[string, RetailerOrder]]
    const withdrawalId = randomUUID()
    const { code } = order.products.find(({ withdrawable }) => withdrawable)!
    const statement = {
      reference: 'W-7KQ2-94MD',
      submittedAt: t.now.toISOString(),
      matched: true,
      isLate: false,
      orderCode,
      productCodes: [code],
      name: 'Anna Keller',
      email: 'anna@keepsake.example',
      statement: 'I withdraw.',
    }
    expect((await t.call('PUT', `/withdrawals/${withdrawalId}`, statement)).status).toBe(202)
    const path = `/back-office/withdrawals/${withdrawalId}`
    await t.anna.open(path)
    await t.anna.submit(path, { action: 'refunded' })
    await waitUntilPasses(() =>
      expect(orderAt(orderCode)).toMatchObject({
        withdrawals: [{ withdrawalId, state: 'refunded' }],
        refunds: [{ amount, state: 'paid', reason: 'withdrawal', productCodes: [code] }],
      }),
    )
  })

  test('a frame alone is ordered without any photo of the library in it', async () => {
    const { id } = await t.openEditor({ 'beach.jpg': [3000, 2000] })
    await t.anna.open(`/prints/${id}/frame`)
    await t.anna.submit(`/prints/${id}/frame`, { quantity: '1' })
    await t.anna.submit(`/prints/${id}/order`, ADDRESS)
    const [order] = t.keepsake.orders.values()
    expect(order!.products).toEqual([
      expect.objectContaining({ article: 'FRAME-OAK-30X40', withdrawable: true, price: 2995 }),
    ])
    expect(order!.products[0]).not.toHaveProperty('photoId')
  })
})
