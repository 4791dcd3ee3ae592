import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { getOrders } from '#contract/orders.ts'
import { putWithdrawal } from '#contract/retailer-calls/withdrawals.ts'
import { ORDER_PRODUCTS_MAX } from '#contract/retailer-orders.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { openSocket } from '../../testing/sockets.ts'
import { sendDueMessages } from '../retailer-outbox/retailer-outbox.testing.ts'
import {
  expectWithdrawalError,
  frame,
  prints,
  startWithdrawalServer,
  withdraw,
} from './withdrawals.testing.ts'

let customer: Client
const t = closeAfterAll(await startWithdrawalServer())
beforeEach(async () => {
  // What is left of the test before is no part of this one.
  await t.server.idle()
  t.server.clock.set('2026-11-22T11:50:07.400Z')
  t.retailer.received.length = 0
  t.accept()
  customer = await t.server.customer()
})

const DELIVERED = '2026-11-20T11:24:00Z'

describe('NX-125 withdrawing signed in', () => {
  test('NX-125 NX-130 is answered with a receipt, reaches the retailer once, and is part of the order', async () => {
    const [oak, book] = [frame(), prints()]
    const code = await t.placeOrder(customer, [book, oak], DELIVERED)
    const withdrawalId = randomUUID()
    const input = { withdrawalId, orderCode: code, productCodes: [oak.code] }
    const receipt = await withdraw(customer, input)
    expect(receipt).toEqual({
      reference: expect.stringMatching(/^W-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/),
      submittedAt: '2026-11-22T11:50:07.400Z',
      statement: `I hereby withdraw from the contract of order ${code} for:\nOak frame, 30 × 40 cm\nAnna Keller, 22 November 2026`,
    })
    expect((await t.readOrder(customer, code)).withdrawals).toEqual([
      {
        withdrawalId,
        reference: receipt.reference,
        state: 'received',
        submittedAt: receipt.submittedAt,
        productCodes: [oak.code],
        isLate: false,
      },
    ])
    expect(await withdraw(customer, input)).toEqual(receipt)
    await t.server.idle()
    expect(t.received()).toEqual([
      {
        withdrawalId,
        ...receipt,
        matched: true,
        isLate: false,
        orderCode: code,
        accountId: customer.accountId,
        productCodes: [oak.code],
        name: 'Anna Keller',
        email: customer.email,
      },
    ])
    expect(t.mailsTo(customer.email)).toHaveLength(1)
  })

  test('NX-125 the same id with other content is a conflict, a missing field bad-request with its name', async () => {
    const oak = frame()
    const code = await t.placeOrder(customer, [oak], DELIVERED)
    const input = { withdrawalId: randomUUID(), orderCode: code, productCodes: [oak.code] }
    await withdraw(customer, input)
    expect(await expectWithdrawalError(customer, { ...input, name: 'Bert' })).toMatchObject({ status: 409 })
    const other = { orderCode: code, productCodes: ['nothing'], name: 'Anna' }
    expect((await expectWithdrawalError(customer, other)).body.fields).toEqual({
      'productCodes.0': 'unknown',
    })
    expect(
      (await expectWithdrawalError(customer, { ...other, name: '', productCodes: [], email: 'x' })).body
        .fields,
    ).toEqual({ name: 'empty', productCodes: 'too-few', email: 'not-valid' })
  })

  test('NX-124 NX-132 excluded products, products withdrawn before and businesses are 409, foreign orders 404', async () => {
    const [oak, book] = [frame(), prints()]
    const code = await t.placeOrder(customer, [oak, book], DELIVERED)
    const refuse = async (client: Client, productCodes: string[]) => {
      const { status, body } = await expectWithdrawalError(client, { orderCode: code, productCodes })
      return [status, body.reason, body.reference]
    }
    expect(await refuse(customer, [book.code])).toEqual([409, 'excluded', undefined])
    const { reference } = await withdraw(customer, { orderCode: code, productCodes: [oak.code] })
    expect(await refuse(customer, [oak.code])).toEqual([409, 'already-withdrawn', reference])
    expect((await refuse(await t.server.customer(), [oak.code]))[0]).toBe(404)
    const business = await t.server.customer({ business: true })
    const own = frame()
    const orderCode = await t.placeOrder(business, [own], DELIVERED)
    expect((await expectWithdrawalError(business, { orderCode, productCodes: [own.code] })).body.reason).toBe(
      'business',
    )
  })

  test('NX-130 an order of the most products is withdrawn from as a whole', async () => {
    const products = Array.from({ length: ORDER_PRODUCTS_MAX }, () => frame())
    const code = await t.placeOrder(customer, products, DELIVERED)
    const productCodes = products.map(product => product.code)
    await withdraw(customer, { orderCode: code, productCodes })
    await t.server.idle()
    expect(t.received()[0]).toMatchObject({ productCodes })
  })

  test('NX-130 two at the same moment are one', async () => {
    const oak = frame()
    const code = await t.placeOrder(customer, [oak], DELIVERED)
    const input = { orderCode: code, productCodes: [oak.code] }
    const results = await Promise.allSettled([withdraw(customer, input), withdraw(customer, input)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await t.server.idle()
    expect(t.received()).toHaveLength(1)
  })

  test('NX-133 open pages are told, and a cached list of orders is renewed', async () => {
    const oak = frame()
    const code = await t.placeOrder(customer, [oak], DELIVERED)
    const list = async () => (await customer.call(getOrders)).superOrders[0]?.withdrawals
    expect(await list()).toBeUndefined()
    const socket = await openSocket(t.server.origin, '/api/push/library', customer.token)
    await socket.next<{ type: string }>(({ type }) => type !== 'order-changed')
    await withdraw(customer, { orderCode: code, productCodes: [oak.code] })
    await socket.next<{ type: string; orderCode: string }>(
      message => message.type === 'order-changed' && message.orderCode === code,
    )
    expect(await list()).toMatchObject([{ state: 'received' }])
    socket.close()
  })
})

describe('NX-131 the period', () => {
  const withdrawAt = async (at: string, deliveredAt?: string, product = frame()) => {
    // A token would end before.
    t.server.clock.set(at)
    customer = await t.server.customer()
    const code = await t.placeOrder(customer, [product], deliveredAt)
    await withdraw(customer, { orderCode: code, productCodes: [product.code] })
    const order = await t.readOrder(customer, code)
    return [order.products[0]!.withdrawUntil, order.withdrawals![0]!.isLate]
  }

  test('NX-131 before the delivery every statement is in time', async () => {
    expect(await withdrawAt('2029-01-01T00:00:00Z')).toEqual([undefined, false])
  })

  test.each([
    // 20 November 2026 is a Friday, as is the 14th day after it, 4 December.
    ['the last tenth of the last second', '2026-12-04T23:59:59.900Z', false],
    ['the first second after it', '2026-12-05T00:00:01.000Z', true],
    ['the first instant after it', '2026-12-05T00:00:00.000Z', true],
  ])('NX-131 %s of the 14th day', async (_what, at, isLate) => {
    expect(await withdrawAt(at, DELIVERED)).toEqual(['2026-12-04T23:59:59.999Z', isLate])
  })

  test.each([
    ['Saturday', '2026-11-07T12:00:00Z', '2026-11-23T23:59:59.999Z'],
    ['Sunday', '2026-11-08T12:00:00Z', '2026-11-23T23:59:59.999Z'],
    ['Friday', '2026-11-06T12:00:00Z', '2026-11-20T23:59:59.999Z'],
  ])('NX-131 a period that would end on a %s', async (_what, deliveredAt, end) => {
    const oak = frame()
    const code = await t.placeOrder(customer, [oak], deliveredAt, {
      createdAt: '2026-11-01T00:00:00Z',
      parcels: [
        {
          number: '1',
          carrier: 'Postline',
          shippedAt: '2026-11-02T00:00:00Z',
          deliveredAt,
          productCodes: [oak.code],
        },
      ],
    })
    expect((await t.readOrder(customer, code)).products[0]!.withdrawUntil).toBe(end)
  })

  test('NX-131 the second that the retailer names belongs to the period', async () => {
    const product = () => frame({ withdrawUntil: '2026-12-10T22:59:59Z' })
    expect((await withdrawAt('2026-12-10T22:59:59.900Z', DELIVERED, product()))[1]).toBe(false)
    expect((await withdrawAt('2026-12-10T23:00:00.000Z', DELIVERED, product()))[1]).toBe(true)
  })

  test('NX-131 NX-130 a late one is accepted and marked in receipt, order and call', async () => {
    const oak = frame()
    t.server.clock.set('2026-12-24T10:00:00Z')
    customer = await t.server.customer()
    const code = await t.placeOrder(customer, [oak], DELIVERED)
    await withdraw(customer, { orderCode: code, productCodes: [oak.code] })
    await t.server.idle()
    expect(t.received()).toMatchObject([{ isLate: true, matched: true }])
    expect(t.mailsTo(customer.email)[0]!.text).toContain(
      'The period for these products ended on 4 December 2026; we’ll check and write to you.',
    )
  })
})

describe('NX-130 delivery to the retailer', () => {
  test('NX-130 NX-129 is repeated after every answer but 202; the receipt does not wait for it', async () => {
    const oak = frame()
    const code = await t.placeOrder(customer, [oak], DELIVERED)
    const answers = [
      { status: 409, body: { reason: 'no' } },
      { status: 404 },
      { status: 503 },
      { status: 200, body: {} },
    ]
    t.retailer.on(
      putWithdrawal,
      ({ params }) => answers.shift() ?? { answer: { withdrawalId: params.withdrawalId! } },
    )
    await withdraw(customer, { orderCode: code, productCodes: [oak.code] })
    await t.server.idle()
    expect(t.mailsTo(customer.email)).toHaveLength(1)
    for (const minutes of [1, 2, 10, 60, 60, 60]) {
      t.server.clock.advance(minutes * 60_000)
      await sendDueMessages(t.server.ctx)
    }
    const calls = t.received()
    expect(calls).toHaveLength(5)
    expect(new Set(calls.map(call => JSON.stringify(call))).size).toBe(1)
    t.server.clock.advance(24 * 3_600_000)
    await sendDueMessages(t.server.ctx)
    expect(t.received()).toHaveLength(5)
  })
})

describe('NX-133 the states of the retailer', () => {
  test('NX-133 are applied by versions of the order, shown, and mailed where something is to do', async () => {
    const oak = frame()
    const code = await t.placeOrder(customer, [oak], DELIVERED)
    const withdrawalId = randomUUID()
    await withdraw(customer, { withdrawalId, orderCode: code, productCodes: [oak.code] })
    await t.server.idle()
    const send = async (version: number, state: object) => {
      const withdrawals = [
        { withdrawalId, ...state },
        { withdrawalId: randomUUID(), state: 'returned' },
      ]
      await t.storeOrder(customer, code, {
        version,
        products: [oak],
        status: 'shipped',
        withdrawals,
      } as never)
      await t.server.idle()
      return (await t.readOrder(customer, code)).withdrawals
    }
    const confirmed = {
      state: 'confirmed',
      labelUrl: 'https://labels.example/1.pdf',
      sendBackBy: '2026-12-06T23:59:59.000Z',
    }
    expect(await send(2, confirmed)).toMatchObject([confirmed])
    const labelUrl = 'https://labels.example/2.pdf'
    expect(await send(3, { ...confirmed, labelUrl })).toMatchObject([{ ...confirmed, labelUrl }])
    const mails = t.mailsTo(customer.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Please send it back by 6 December 2026',
      'We received your withdrawal',
    ])
    expect(mails[0]!.html).toContain('href="https://labels.example/1.pdf"')
    expect(await send(4, { state: 'returned' })).toMatchObject([{ state: 'returned' }])
    expect(await send(5, { state: 'refunded' })).toMatchObject([{ state: 'refunded' }])
    expect(await send(6, { state: 'rejected', reason: 'It was used.' })).toMatchObject([
      { state: 'rejected', reason: 'It was used.' },
    ])
    expect(t.mailsTo(customer.email)[0]).toMatchObject({
      subject: 'About your withdrawal',
      text: expect.stringContaining('> It was used.'),
    })
  })
})
