import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TestBrowser } from './testing/test-browser.ts'
import { ADDRESS, LARGE, SHOP_ORIGIN, TestShop, waitUntilPasses } from './testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_PACE: '20' })
})
afterEach(() => t.close())

const orderAt = (code: string) => t.keepsake.orders.get(code)
const reaches = (code: string, status: string) =>
  waitUntilPasses(() => expect(orderAt(code)?.status).toBe(status))
const payPathOf = (code: string) => orderAt(code)!.paymentUrl!.slice(SHOP_ORIGIN.length)
const HOURS = 3600

describe('AA-059 payment', () => {
  test('later: the order waits with its address to pay and its time, and goes on when it is paid', async () => {
    const code = await t.order({ payment: 'later' })
    expect(t.anna.text).toContain('Please pay £2.66 by 24 November 2026 at 12:00.')
    expect(orderAt(code)).toMatchObject({
      status: 'Received',
      paymentUrl: expect.stringMatching(/^https:\/\/shop\.example\/pay\/P-[A-Z0-9]{12}\/[\w-]{22}$/),
      paymentExpiresAt: '2026-11-24T12:00:00.000Z',
    })
    t.passSeconds(71 * HOURS)
    const other = new TestBrowser(t.shop.origin)
    const path = payPathOf(code)
    await other.open(path)
    expect(other.text).toContain(`Order ${code}`)
    expect(other.text).not.toMatch(/Keller|High Street/)
    await other.submit('', { answer: 'success' })
    expect(other.text).toContain('Payment received')
    await reaches(code, 'Confirmed')
    expect(orderAt(code)).not.toHaveProperty('paymentUrl')
    expect(orderAt(code)).not.toHaveProperty('paymentExpiresAt')
    expect(orderAt(code)!.version).toBe(2)
    t.passSeconds(20)
    await reaches(code, 'ProductionStarted')
  })

  test('later, not paid in time: the order is cancelled, also after a restart, and cannot be paid', async () => {
    const code = await t.order({ payment: 'later' })
    const path = payPathOf(code)
    await t.shop.close()
    t.passSeconds(72 * HOURS)
    await t.open()
    await reaches(code, 'Cancelled')
    expect(orderAt(code)!.history.map(({ status }) => status)).toEqual(['Received', 'Cancelled'])
    expect((await t.anna.open(path)).text).toContain('This order can no longer be paid')
    expect((await t.anna.open(`/orders/${code}`)).text).toContain('Your order was cancelled')
  })

  test('failing: the order is paymentFailed, resets no date, and can be paid again, and fail again', async () => {
    const code = await t.order({ payment: 'failing' })
    expect(t.anna.text).toContain('Your payment did not go through')
    expect(t.anna.text).not.toContain('18 months')
    expect(orderAt(code)).toMatchObject({ status: 'paymentFailed', version: 2 })
    const path = payPathOf(code)
    await t.anna.open(path)
    await t.anna.submit('', { answer: 'failure' })
    expect(t.anna.text).toContain('The last payment failed.')
    await t.anna.submit('', { answer: 'success' })
    await reaches(code, 'Confirmed')
    expect(orderAt(code)!.history.map(({ status }) => status)).toEqual([
      'Received',
      'paymentFailed',
      'Confirmed',
    ])
  })

  test('paying twice, in parallel or later, is one payment', async () => {
    const code = await t.order({ payment: 'later' })
    const path = payPathOf(code)
    await t.anna.open(path)
    const body = new URLSearchParams({ ...t.anna.fields(''), answer: 'success' })
    const send = () => t.anna.send(path, { method: 'POST', body })
    await Promise.all([send(), send(), send()])
    await send()
    body.set('answer', 'failure')
    await send()
    expect((await t.file(code)).state.version).toBe(2)
  })

  test('a wrong secret, a wrong order and a form of another site do nothing', async () => {
    const code = await t.order({ payment: 'later' })
    const path = payPathOf(code)
    for (const wrong of [`/pay/${code}/x`, path.slice(0, -1), path.replace(code, 'P-222222222222')])
      expect((await t.anna.open(wrong)).status).toBe(404)
    await t.anna.open(path)
    await t.anna.submit('', { answer: 'success' }, { origin: 'https://elsewhere.example' })
    expect(t.anna.status).toBe(403)
    expect((await t.file(code)).state.version).toBe(1)
  })
})

describe('delivery', () => {
  test('to a pick-up point: no address is asked, the order has the name and address of the point', async () => {
    const { id } = await t.openEditor({ 'beach.jpg': LARGE })
    await t.placeOrder(id, {
      delivery: 'gb-2',
      firstName: 'Anna',
      lastName: 'Keller',
      street: 'Not used',
    })
    const code = t.anna.path.split('/').at(-1)!
    expect(orderAt(code)!.deliveryAddress).toEqual({
      type: 'PickupPoint',
      pickupPointName: 'Skylark Books',
      firstName: 'Anna',
      lastName: 'Keller',
      street: 'Linden Road',
      streetNumber: '27',
      postalCode: 'M4 1HQ',
      city: 'Manchester',
      countryCode: 'GB',
    })
  })

  test('addition and phone are optional and arrive', async () => {
    const code = await t.order({ streetNumberAddition: 'a', phoneNumber: '+44 20 7946 0018' })
    expect(orderAt(code)!.deliveryAddress).toMatchObject({
      type: 'Home',
      streetNumberAddition: 'a',
      phoneNumber: '+44 20 7946 0018',
    })
  })

  test.each([
    ['phoneNumber', 'call me', 'Please check what you entered'],
    ['city', 'x'.repeat(201), 'no more than 200 characters'],
    ['lastName', 'a\u0000b', 'Please check what you entered'],
    ['delivery', 'de-1', 'Please fill this in'],
    ['payment', 'never', 'Please fill this in'],
  ])('%s %j is refused with a reason, and nothing is ordered', async (field, value, reason) => {
    const { id } = await t.openEditor({ 'beach.jpg': LARGE })
    await t.placeOrder(id, { ...ADDRESS, [field]: value })
    expect([t.anna.status, t.anna.text]).toEqual([400, expect.stringContaining(reason)])
    expect(await t.files()).toEqual([])
  })
})

describe('tracking', () => {
  test('shows the way of the parcel to everyone, without personal data', async () => {
    const code = await t.order()
    for (const status of ['Confirmed', 'ProductionStarted', 'ProductionCompleted', 'Dispatched']) {
      t.passSeconds(20)
      await reaches(code, status)
    }
    const path = orderAt(code)!.parcels[0]!.trackingUrl!.slice(SHOP_ORIGIN.length)
    expect((await t.anna.open(`/orders/${code}`)).html).toContain(`href="${path}"`)
    await t.restart()
    const anyone = new TestBrowser(t.shop.origin)
    await anyone.open(path)
    expect(anyone.status).toBe(200)
    expect(anyone.text).not.toContain('Delivered')
    expect(anyone.text).toContain('Handed to the carrier 21 November 2026 at 12:01')
    expect(anyone.html).not.toMatch(/Keller|High Street|London|account-of-anna|beach\.jpg/)
    expect(anyone.html).not.toContain(code)
    t.passSeconds(40)
    await waitUntilPasses(() => expect(orderAt(code)!.parcels[0]).toHaveProperty('deliveredAt'))
    await anyone.open(path)
    expect(anyone.text).toContain('Delivered 21 November 2026 at 12:02')
    expect((await anyone.open('/tracking/PL222222222222')).status).toBe(404)
  })
})
