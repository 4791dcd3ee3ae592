import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_BACK_OFFICE: 'true' })
})
afterEach(() => t.close())

const orderAt = (code: string) => t.keepsake.orders.get(code)!
const reported = (code: string, state: object) =>
  waitUntilPasses(() => expect(orderAt(code)).toMatchObject(state))

/** Takes steps by hand. */
async function advance(code: string, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) await t.press(code, 'next-step')
}

describe('NX-158 the page of an order in back office', () => {
  test('is reached from the list, and shows what was ordered without names and addresses', async () => {
    const code = await t.order()
    await t.anna.open('/back-office')
    expect(t.anna.html).toContain(`href="/back-office/orders/${code}"`)
    await t.anna.open(`/back-office/orders/${code}`)
    expect(t.anna.text).toContain('1 × PRINT-10X15-GLOSSY')
    expect(t.anna.text).not.toMatch(/Keller|High Street/)
  })

  test('announces a delay with its reason, words and new days, until the next step', async () => {
    const code = await t.order()
    await advance(code, 2)
    const delay = {
      reason: 'weather',
      text: 'Snow in the hills',
      'days-at-least': '6',
      'days-at-most': '8',
    }
    expect(await t.press(code, 'announce-delay', delay)).toContain('Done.')
    await reported(code, {
      status: 'ProductionStarted',
      notice: { kind: 'delay', reason: 'weather', text: 'Snow in the hills', since: t.now.toISOString() },
    })
    await waitUntilPasses(() =>
      expect(t.keepsake.deliveryDates.get(code)!.dates[0]).toMatchObject({
        from: '2026-11-27',
        to: '2026-11-29',
      }),
    )
    await advance(code, 1)
    await waitUntilPasses(() => expect(orderAt(code)).not.toHaveProperty('notice'))
  })

  test('stops an order with a question, which the customer answers in the shop', async () => {
    const code = await t.order()
    await advance(code, 1)
    await t.press(code, 'announce-hold', { reason: 'photo-quality', 'ask-the-customer': 'yes' })
    await reported(code, { status: 'Confirmed', notice: { kind: 'hold', default: 'print-as-is' } })
    const { notice } = orderAt(code)
    const { url, label } = (notice as { action: { url: string; label: string } }).action
    expect(label).toBe('Answer')
    await t.anna.open(new URL(url).pathname)
    expect(t.anna.text).toContain('Shall we print them as they are?')
    expect(t.anna.text).not.toMatch(/Keller|High Street/)
    await t.anna.submit('', { answer: 'go-on' })
    await waitUntilPasses(() => expect(orderAt(code)).not.toHaveProperty('notice'))
    expect(t.anna.text).toContain('There is no open question about this order.')
    expect((await t.anna.open(`/answer/${code}/x`)).status).toBe(404)
  })

  test('goes on with an order whose customer has not answered in time', async () => {
    const code = await t.order()
    await advance(code, 1)
    await t.press(code, 'announce-hold', { reason: 'content', 'ask-the-customer': 'yes' })
    await reported(code, { notice: { kind: 'hold' } })
    t.passSeconds(3 * 86_400)
    await waitUntilPasses(() => expect(orderAt(code)).not.toHaveProperty('notice'))
  })

  test('stops an order without a question until it is released', async () => {
    await t.restart({ SHOP_PACE: '20' })
    const code = await t.order()
    await advance(code, 1)
    await t.press(code, 'announce-hold', { reason: 'payment-check', 'ask-the-customer': 'no' })
    await reported(code, { notice: { kind: 'hold', reason: 'payment-check' } })
    expect(orderAt(code).notice).not.toHaveProperty('action')
    t.passSeconds(3600)
    expect((await t.file(code)).state.status).toBe('Confirmed')
    expect(await t.press(code, 'go-on')).toContain('Done.')
    t.passSeconds(20)
    await reported(code, { status: 'ProductionStarted' })
  })

  test('ends the time to pay, and the last time to cancel', async () => {
    const unpaid = await t.order({ payment: 'later' })
    await t.press(unpaid, 'end-time-to-pay')
    await reported(unpaid, { status: 'Received', paymentExpiresAt: t.now.toISOString() })
    expect(orderAt(unpaid)).not.toHaveProperty('paymentUrl')
    const paid = await t.order()
    await t.press(paid, 'set-last-time-to-cancel', { minutes: '5' })
    await reported(paid, { cancelUntil: new Date(t.now.getTime() + 300_000).toISOString() })
  })

  test.each([
    ['deliver', { deliveredAt: '2026-11-24T12:00:00.000Z', deliveredTo: 'Handed over at the door' }],
    ['deliver-three-days-ago', { deliveredAt: '2026-11-21T12:00:00.000Z' }],
    ['deliver-to-neighbour', { deliveredTo: 'Left with a neighbour at number 14' }],
    ['ready-for-pickup', { pickupReadyAt: '2026-11-24T12:00:00.000Z' }],
  ])('a sent parcel arrives: %s', async (action, parcel) => {
    const code = await t.order()
    expect(await t.press(code, action)).toContain('Not possible in this state.')
    await advance(code, 4)
    t.passSeconds(3 * 86_400)
    expect(await t.press(code, action)).toContain('Done.')
    await reported(code, { parcels: [parcel] })
  })

  test('loses a parcel, which stays lost until it is delivered by hand', async () => {
    await t.restart({ SHOP_PACE: '20' })
    const code = await t.order()
    await advance(code, 4)
    await t.press(code, 'lose-parcel', { 'days-overdue': '4' })
    await reported(code, { parcels: [{ expectedFrom: '2026-11-17', expectedTo: '2026-11-17' }] })
    t.passSeconds(3600)
    expect((await t.file(code)).state.parcels[0]).not.toHaveProperty('deliveredAt')
    await t.press(code, 'deliver')
    await reported(code, { parcels: [{ deliveredAt: t.now.toISOString() }] })
  })

  test('refunds a paid order, announced or paid, and no more than its total', async () => {
    const code = await t.order()
    const { amount } = orderAt(code).total!
    await t.press(code, 'refund', { amount: '1.50', reason: 'goodwill', state: 'announced' })
    await reported(code, {
      refunds: [{ amount: 150, reason: 'goodwill', state: 'announced', method: 'card' }],
    })
    const tooMuch = { amount: String(amount / 100), reason: 'goodwill', state: 'paid' }
    expect(await t.press(code, 'refund', tooMuch)).toContain('Not possible in this state.')
  })

  test('issues the receipt of a consumer, and its credit note', async () => {
    const code = await t.order()
    expect(await t.press(code, 'issue-document', { kind: 'credit-note' })).toContain(
      'Not possible in this state.',
    )
    await t.press(code, 'issue-document', { kind: 'receipt' })
    await t.press(code, 'issue-document', { kind: 'credit-note' })
    await waitUntilPasses(() =>
      expect([...t.keepsake.invoices.values()]).toMatchObject([
        { kind: 'receipt', orders: [code] },
        { kind: 'credit-note', orders: [code], corrects: [{ number: 'S-2026-00001' }] },
      ]),
    )
  })

  test('wrong fields and an unknown order change nothing', async () => {
    const code = await t.order()
    expect(await t.press(code, 'announce-delay', { reason: 'whim' })).toContain('Not possible')
    expect((await t.anna.open('/back-office/orders/P-222222222222')).status).toBe(404)
    expect((await t.file(code)).state.version).toBe(1)
  })
})

describe('NX-158 how the shop answers calls', () => {
  const cancel = async () => {
    const code = await t.order()
    const body = { cancellationId: crypto.randomUUID(), requestedAt: t.now.toISOString() }
    return { code, body, answer: await t.call('PUT', `/orders/${code}/cancellation`, body) }
  }
  const become = async (behaviour: string) => {
    await t.anna.open('/back-office/outbox')
    await t.anna.submit('/back-office/outbox/behaviour', { action: behaviour })
  }

  test('409 and 503 to every call, without doing anything, and as usual again', async () => {
    await become('refuse')
    expect((await cancel()).answer).toEqual({ status: 409, body: { reason: 'other' } })
    await become('unavailable')
    const { code, answer } = await cancel()
    expect(answer.status).toBe(503)
    expect((await t.file(code)).requests).toBeUndefined()
    await become('accept')
    expect((await cancel()).answer.status).toBe(202)
  })

  test('no JSON, although the call was stored', async () => {
    await become('not-json')
    await expect(cancel()).rejects.toThrow(SyntaxError)
    const [name] = await t.files()
    expect((await t.file(name!.replace('.json', ''))).requests).toHaveLength(1)
  })
})
