import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ADDRESS, findLink, LARGE, TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start()
})
afterEach(() => t.close())

describe('PL-002 ordering', () => {
  test('RV-405 an order names what it was ordered with in the language of its brand', async () => {
    const { id, form } = await t.openEditor(
      { 'strand.jpg': LARGE },
      { vendor: 'herzbild', channel: 'HERZBILD-DE' },
    )
    await t.anna.submit(form, {})
    await t.placeOrder(id, ADDRESS)
    expect([...t.keepsake.orders.values()]).toMatchObject([{ source: 'Herzbild Abzüge' }])
  })

  test('the complete order reaches Keepsake before the page confirms it', async () => {
    const { id, form, photo } = await t.openEditor({ 'beach.jpg': LARGE, 'cat.jpg': LARGE, 'dog.jpg': LARGE })
    await t.anna.submit(form, {
      [`q-${photo('beach.jpg')}`]: '2',
      [`s-${photo('cat.jpg')}`]: 'PRINT-20X30-GLOSSY',
      [`q-${photo('dog.jpg')}`]: '0',
    })
    await t.placeOrder(id, { ...ADDRESS, lastName: '  Keller ' })
    expect(t.anna.text).toContain('Thank you for your order')
    expect(t.anna.text).toContain('they are kept for another 18 months')
    const code = t.anna.path.split('/').at(-1)
    const excluded = { withdrawable: false, withdrawalExclusion: 'personalised' }
    expect([...t.keepsake.orders]).toEqual([
      [
        code,
        {
          version: 1,
          accountId: 'account-of-anna',
          createdAt: '2026-11-21T12:00:00.000Z',
          cancelUntil: '2026-11-22T12:00:00.000Z',
          status: 'Received',
          history: [{ status: 'Received', at: '2026-11-21T12:00:00.000Z' }],
          source: 'Keepsake Prints',
          products: [
            {
              code: `${code}-1`,
              article: 'PRINT-10X15-GLOSSY',
              title: 'PRINT-10X15-GLOSSY',
              quantity: 2,
              price: 34,
              history: [],
              photoId: photo('beach.jpg'),
              photoIds: [photo('beach.jpg')],
              ...excluded,
            },
            {
              code: `${code}-2`,
              article: 'PRINT-20X30-GLOSSY',
              title: 'PRINT-20X30-GLOSSY',
              quantity: 1,
              price: 175,
              history: [],
              photoId: photo('cat.jpg'),
              photoIds: [photo('cat.jpg')],
              ...excluded,
            },
          ],
          parcels: [],
          deliveryAddress: {
            type: 'Home',
            firstName: 'Anna',
            lastName: 'Keller',
            street: 'High Street',
            streetNumber: '1',
            postalCode: 'N1 9GU',
            city: 'London',
            countryCode: 'GB',
          },
          total: { amount: 458, currency: 'GBP' },
          deliveryCost: 249,
          vat: [{ rate: 2000, amount: 76 }],
          payment: { method: 'card', lastDigits: '4242', paidAt: '2026-11-21T12:00:00.000Z' },
        },
      ],
    ])
  })

  test.each(Object.keys(ADDRESS))(
    'without %s nothing is ordered, and the form keeps what was entered',
    async missing => {
      const { id } = await t.openEditor({ 'beach.jpg': LARGE })
      await t.placeOrder(id, { ...ADDRESS, [missing]: '  ' })
      expect([t.anna.status, t.anna.text]).toEqual([400, expect.stringContaining('Please fill this in')])
      expect(t.anna.fields(`/prints/${id}/order`)).toEqual({
        ...ADDRESS,
        [missing]: '',
        streetNumberAddition: '',
        phoneNumber: '',
        delivery: 'home',
        payment: 'now',
      })
      await t.anna.submit(`/prints/${id}/order`, ADDRESS)
      expect(t.keepsake.orders.size).toBe(1)
    },
  )

  test('submitting twice, in parallel or later, places one order', async () => {
    const { id } = await t.openEditor({ 'beach.jpg': LARGE })
    await t.anna.submit(`/prints/${id}`, { next: 'delivery' })
    const body = new URLSearchParams({ ...t.anna.fields(`/prints/${id}/order`), ...ADDRESS })
    const submit = () => t.anna.send(`/prints/${id}/order`, { method: 'POST', body })
    const answers = await Promise.all([submit(), submit(), submit()])
    answers.push(await submit())
    expect(new Set(answers.map(answer => answer.headers.get('location'))).size).toBe(1)
    expect(new Set(t.keepsake.received.map(order => JSON.stringify(order))).size).toBe(1)
    await t.anna.open(findLink(id))
    expect(t.anna.text).toContain('Thank you for your order')
  })

  test.each([
    ['breaks the connection', 0],
    ['fails', 500],
    ['is unavailable', 503],
    ['limits the rate', 429],
    ['refuses the token', 401],
  ])('Keepsake %s: the order is placed, and sent again until it is acknowledged', async (_what, status) => {
    t.keepsake.failures = [status, status, status]
    const { id } = await t.openEditor({ 'beach.jpg': LARGE })
    await t.placeOrder(id)
    expect(t.anna.text).toContain('Thank you for your order')
    await waitUntilPasses(() => expect(t.keepsake.orders.size).toBe(1))
    await waitUntilPasses(async () =>
      expect((await t.anna.open(t.anna.path)).text).toContain('another 18 months'),
    )
    const [code] = t.keepsake.orders.keys()
    expect((await t.sent())[`order ${code}`]).toEqual({ acknowledged: 1 })
  })

  test('an order placed while Keepsake was unavailable is sent after a restart of the shop', async () => {
    const { id } = await t.openEditor({ 'beach.jpg': LARGE })
    await t.anna.submit(`/prints/${id}`, { next: 'delivery' })
    t.keepsake.unavailable = true
    await t.anna.submit(`/prints/${id}/order`, ADDRESS)
    expect(t.anna.text).toContain('We are updating your photo library')
    expect(t.anna.html).toContain('http-equiv="refresh"')
    const code = t.anna.path.split('/').at(-1)!
    expect(await t.file(code)).toMatchObject({ code, state: { version: 1, accountId: 'account-of-anna' } })
    t.keepsake.unavailable = false
    await t.restart()
    await waitUntilPasses(() => expect([...t.keepsake.orders.keys()]).toEqual([code]))
  })

  test('a version that Keepsake refuses permanently is sent again after a restart only', async () => {
    t.keepsake.failures = [404]
    const code = await t.order()
    expect(t.anna.text).toContain('Customer care will take care of it.')
    expect((await t.sent())[`order ${code}`]).toEqual({
      problem: { version: 1, status: 404, at: '2026-11-21T12:00:00.000Z' },
    })
    expect(t.keepsake.received).toEqual([])
    await t.restart()
    await waitUntilPasses(async () => expect((await t.sent())[`order ${code}`]).toEqual({ acknowledged: 1 }))
    expect((await t.anna.open(t.anna.path)).text).toContain('another 18 months')
  })

  test('a photo deleted before the order is removed, and the order must be confirmed again', async () => {
    const { id } = await t.openEditor({ 'kept.jpg': LARGE, 'gone.jpg': LARGE })
    await t.anna.submit(`/prints/${id}`, { next: 'delivery' })
    t.keepsake.selections.get(id)![1]!.removed = true
    await t.anna.submit(`/prints/${id}/order`, ADDRESS)
    expect(t.anna.text).toContain('1 photo is no longer in your library')
    expect(t.keepsake.received).toEqual([])
    await t.placeOrder(id)
    expect(t.keepsake.received).toMatchObject([{ order: { products: [{ quantity: 1 }] } }])
  })

  test('orders that do not exist, or belong to others, are not found', async () => {
    for (const code of ['P-222222222222', '..%2F..%2Fsecret', 'x'])
      expect((await t.anna.open(`/orders/${code}`)).status).toBe(404)
  })
})
