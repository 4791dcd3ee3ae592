import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { defaultBrand } from '#brands/index.ts'
import { cancelOrder, putDeliveryAddress } from '#contract/order-changes.ts'
import { findOrderMessage } from '#contract/order-message.ts'
import type { OrderSearchState } from '#contract/order-search.ts'
import { searchOrders } from '#contract/order-searches.ts'
import { findWaiting } from '#contract/order-waiting.ts'
import * as contract from '#contract/orders.ts'
import type { LibraryPush } from '#contract/push.ts'
import { cancelRetailerOrder } from '#contract/retailer-calls/cancellation.ts'
import { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { LANGUAGES } from '#locales/renderings.testing.ts'
import { change } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { getTranslator } from '../../../platform/i18n/translate.ts'
import { addressForTests } from '../../../testing/addresses.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { crashAfter } from '../../../testing/crash-after.ts'
import { testServer } from '../../../testing/harness.ts'
import { orderForTests, productForTests } from '../../../testing/retailer-orders.ts'
import { startRetailerServer } from '../../../testing/retailer-server.ts'
import { openLibrarySocket } from '../../../testing/sockets.ts'
import { storeFeed } from '../feeds.ts'
import { upsertOrder } from '../orders.ts'
import { requestCancellation } from './request-cancellation.ts'
import { insertCancellation } from './store.ts'

const HOUR = 3_600_000
const HOME = { type: 'Home', ...addressForTests() } as const
const NEW_ADDRESS = addressForTests({ street: 'Alma Vale Road', streetNumber: '48' })

let customer: Client
const retailer = closeAfterAll(await startRetailerServer())
const server = closeAfterAll(await testServer({ config: { retailer: retailer.settings } }))
beforeEach(async () => {
  server.clock.set(new Date().toISOString())
  retailer.received.length = 0
  accept()
  retailer.on(changeDeliveryAddress, ({ body }) => ({
    answer: { changeId: (body as { changeId: string }).changeId },
  }))
  customer = await server.customer()
})

const accept = () =>
  retailer.on(cancelRetailerOrder, ({ body }) => ({
    answer: { cancellationId: (body as { cancellationId: string }).cancellationId },
  }))
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR).toISOString()

/** Sets the clock; a token would be of another time. */
async function signInAt(time: string): Promise<void> {
  server.clock.set(time)
  customer = await server.customer()
}

type Parts = Parameters<typeof orderForTests>[2]

/** Stores a version of an order that can be cancelled for two hours. */
async function store(code: string, more: Parts = {}, version = 1): Promise<void> {
  const parts = { cancelUntil: inHours(2), deliveryAddress: HOME, version, ...more }
  await upsertOrder(server.ctx, code, orderForTests(customer.accountId, inHours(-1), parts))
}
async function place(more: Parts = {}): Promise<string> {
  const code = `K-${randomUUID()}`
  await store(code, more)
  return code
}
type Sent = Parameters<typeof customer.call<typeof cancelOrder>>[1] extends infer I
  ? I extends { body: infer B }
    ? Partial<B>
    : never
  : never
const toInput = (code: string, more: Sent = {}) => ({
  params: { code },
  body: { cancellationId: randomUUID(), ...more },
})
const read = (code: string) => customer.call(contract.getOrder, { params: { code } })
const cancel = (code: string, more: Sent = {}) => customer.call(cancelOrder, toInput(code, more))
const expectRefusal = (code: string, client = customer, more: Sent = {}) =>
  client.expectError(cancelOrder, toInput(code, more))
const lastOf = async (code: string) => (await read(code)).cancellation?.last
const mails = () => server.mailbox.list().filter(({ to }) => to.includes(customer.email))
const product = (status: RetailerOrder['status']) => ({
  code: `P-${randomUUID()}`,
  article: 'Prints',
  title: 'Prints',
  status,
})

test('NX-119 NX-120 a cancellation is in progress until a version of the order says that it was accepted', async () => {
  const code = await place()
  expect((await read(code)).cancellation).toEqual({})
  const cancellationId = randomUUID()
  const requestedAt = server.clock.now().toISOString()
  const requested = await cancel(code, { cancellationId, reason: 'ordered-twice' })
  // The call to the order system may have been answered already.
  const state = expect.stringMatching(/^(requested|sent)$/)
  expect(requested.cancellation).toEqual({ last: { cancellationId, state, requestedAt } })
  await server.idle()
  expect(retailer.received).toEqual([
    {
      call: 'PUT /orders/:code/cancellation',
      params: { code },
      body: { cancellationId, requestedAt, reason: 'ordered-twice' },
    },
  ])
  // Neither the answer 202 nor a version without the cancellation is a decision.
  expect((await lastOf(code))?.state).toBe('sent')
  await store(code, {}, 2)
  expect((await lastOf(code))?.state).toBe('sent')
  expect(mails()).toEqual([])
  await store(code, { status: 'Cancelled', cancellation: { cancellationId, state: 'accepted' } }, 3)
  await server.idle()
  const shown = await read(code)
  expect(shown).toMatchObject({
    status: 'Cancelled',
    cancellation: { blockedBy: 'cancelled', last: { cancellationId, state: 'accepted' } },
  })
  expect((await customer.call(contract.getOrders)).superOrders[0]).toEqual(shown)
  expect(mails().map(({ subject }) => subject)).toEqual([`Order ${code} is cancelled`])
})

test('NX-119 repeated with the same and with other ids, also in parallel, it is one cancellation and one message', async () => {
  const code = await place()
  const same = { cancellationId: randomUUID(), reason: 'too-slow' } as const
  const answers = await Promise.all([
    cancel(code, same),
    cancel(code, same),
    cancel(code),
    cancel(code, { reason: 'other' }),
  ])
  const ids = new Set(answers.map(answer => answer.cancellation!.last!.cancellationId))
  expect(ids.size).toBe(1)
  await server.idle()
  await cancel(code)
  await server.idle()
  expect(retailer.received).toHaveLength(1)
})

test('NX-119 the id of a decided cancellation answers as before; with other content it is a conflict', async () => {
  const code = await place()
  const sent = { cancellationId: randomUUID(), reason: 'other' } as const
  await cancel(code, sent)
  await server.idle()
  const { cancellationId } = sent
  const refused = { cancellationId, state: 'refused', reason: 'in-production' } as const
  await store(code, { status: 'ProductionStarted', cancellation: refused }, 2)
  expect((await cancel(code, sent)).cancellation!.last).toMatchObject({ cancellationId, state: 'refused' })
  expect(await expectRefusal(code, customer, { cancellationId })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  const other = await place()
  expect((await expectRefusal(other, customer, sent)).status).toBe(409)
  expect(await lastOf(other)).toBeUndefined()
})

test('NX-119 unknown and foreign orders are not found, and wrong input is refused', async () => {
  const code = await place()
  const stranger = await server.customer()
  expect((await expectRefusal(code, stranger)).status).toBe(404)
  expect((await expectRefusal('K-unknown')).status).toBe(404)
  expect((await expectRefusal(code, customer, { reason: 'bored' as never })).body.fields).toEqual({
    reason: 'not-valid',
  })
  expect((await expectRefusal(code, customer, { cancellationId: 'one' })).status).toBe(400)
  expect(await lastOf(code)).toBeUndefined()
})

test.each<[string, Parts, string]>([
  ['in production', { status: 'ProductionStarted' }, 'in-production'],
  ['on hold', { status: 'on_hold' }, 'in-production'],
  [
    'with one product in production',
    { products: [product('Confirmed'), product('producing')] },
    'in-production',
  ],
  ['with one product sent', { products: [product('Confirmed'), product('Dispatched')] }, 'in-production'],
  ['sent', { status: 'Dispatched' }, 'sent'],
  ['cancelled', { status: 'Cancelled' }, 'cancelled'],
  ['with a failed payment', { status: 'paymentFailed' }, 'cancelled'],
  ['without an end', { cancelUntil: undefined }, 'not-available'],
  ['of which the time is over', { cancelUntil: '2026-01-01T00:00:00Z' }, 'deadline-passed'],
])('NX-118 NX-119 an order %s answers 409', async (_, more, reason) => {
  const code = await place(more)
  expect((await read(code)).cancellation!.blockedBy).toBe(reason)
  const { status, body } = await expectRefusal(code)
  expect([status, body.code, body.reason]).toEqual([409, 'conflict', reason])
  await server.idle()
  expect(retailer.received).toEqual([])
})

test('NX-118 an order can be cancelled until its end and not from then on, also in the cached list', async () => {
  const code = await place({ cancelUntil: inHours(0.1) })
  const listed = async () => (await customer.call(contract.getOrders)).superOrders[0]!.cancellation
  expect(await listed()).toEqual({})
  server.clock.advance(HOUR / 10)
  expect(await listed()).toEqual({ blockedBy: 'deadline-passed' })
  expect((await expectRefusal(code)).body.reason).toBe('deadline-passed')
})

test('RV-1063 an order whose payment failed can be cancelled while it can be paid, also in the cached list', async () => {
  const paymentUrl = 'https://pay.keepsake.test/1'
  const failed = { status: 'paymentFailed', paymentUrl, paymentExpiresAt: inHours(0.1) } as const
  const code = await place({ ...failed, products: [product('paymentFailed'), product('paymentFailed')] })
  const listed = async () => (await customer.call(contract.getOrders)).superOrders[0]!.cancellation
  expect(await listed()).toEqual({})
  server.clock.advance(HOUR / 10 - 1)
  expect(await listed()).toEqual({})
  server.clock.advance(1)
  expect(await listed()).toEqual({ blockedBy: 'cancelled' })
  expect((await expectRefusal(code)).body.reason).toBe('cancelled')
  const payable = await place({ ...failed, paymentExpiresAt: undefined })
  expect((await cancel(payable)).cancellation!.last!.state).toMatch(/^(requested|sent)$/)
})

test('NX-119 a blocked business customer, and an installation without a retailer, answer 409', async () => {
  const code = await place()
  const blocked = server.ctx.db.updateTable('customers').set({ business_status: 'Blocked' })
  await blocked.where('account_id', '=', customer.accountId).execute()
  expect((await expectRefusal(code)).body.reason).toBe('account-blocked')
  const alone = await testServer({ config: { retailer: null } })
  const client = await alone.customer()
  const parts = { cancelUntil: inHours(2) }
  await upsertOrder(alone.ctx, code, orderForTests(client.accountId, inHours(-1), parts))
  expect((await expectRefusal(code, client)).body.reason).toBe('not-available')
  await alone.close()
})

test.each([
  [409, 'in-production', 'in-production', 'Production had already started.'],
  [409, 'sent', 'sent', 'had already been sent'],
  [409, 'cancelled', 'cancelled', 'had already been cancelled'],
  [409, 'full-moon', 'other', 'couldn’t be cancelled any more'],
  // The order system does not have the order.
  [404, undefined, 'other', 'couldn’t be cancelled any more'],
])(
  'NX-120 NX-154 refused with %i %s the order is as it was, and a mail says why',
  async (status, reason, refusal, words) => {
    retailer.on(cancelRetailerOrder, () => ({ status, body: { reason } }))
    const code = await place()
    await cancel(code)
    await server.idle()
    expect(await read(code)).toMatchObject({
      status: 'paymentSuccess',
      cancellation: { last: { state: 'refused', refusal } },
    })
    const [mail, ...others] = mails()
    expect(others).toEqual([])
    expect(mail!.subject).toBe(`Order ${code} couldn’t be cancelled`)
    for (const text of [mail!.text, mail!.html]) {
      expect(text).toContain(words)
      expect(text).toContain(`/orders/${code}`)
    }
  },
)

test('NX-120 a refusal names when production started and when the order arrives, once, however often it is sent', async () => {
  await signInAt('2026-11-22T12:00:00Z')
  const products = [productForTests(`P-${randomUUID()}`)]
  const code = await place({ products })
  const { cancellationId } = (await cancel(code)).cancellation!.last!
  await server.idle()
  await storeFeed(server.ctx, 'delivery-dates', code, {
    version: 1,
    dates: [{ from: '2027-01-26', to: '2027-01-28', productCodes: [] }],
  })
  const refused: Parts = {
    products,
    status: 'ProductionStarted',
    history: [{ status: 'ProductionStarted', at: '2026-11-22T11:49:00Z' }],
    cancellation: { cancellationId, state: 'refused', reason: 'in-production' },
  }
  for (const version of [2, 3, 4]) await store(code, refused, version)
  await server.idle()
  expect(await read(code)).toMatchObject({
    cancellation: { blockedBy: 'in-production', last: { state: 'refused', refusal: 'in-production' } },
  })
  expect(mails()).toHaveLength(1)
  for (const text of [
    'Sunday 22 November at 11:49',
    '26–28 January 2027',
    'report it and we’ll put it right',
  ])
    expect(mails()[0]!.text).toContain(text)
})

test('NX-107 a refusal names no arrival that is over', async () => {
  await signInAt('2026-11-22T12:00:00Z')
  const products = [productForTests(`P-${randomUUID()}`)]
  const code = await place({ products })
  const { cancellationId } = (await cancel(code)).cancellation!.last!
  const dates = [{ from: '2026-11-19', to: '2026-11-21', productCodes: [] }]
  await storeFeed(server.ctx, 'delivery-dates', code, { version: 1, dates })
  const cancellation = { cancellationId, state: 'refused', reason: 'in-production' } as const
  await store(code, { products, status: 'ProductionStarted', cancellation }, 2)
  await server.idle()
  expect(mails()[0]!.text).not.toContain('It arrives')
})

test('NX-107 NX-120 an accepted one says what goes back where and by when, or that nothing was charged', async () => {
  await signInAt('2026-11-22T12:30:00Z')
  const decide = async (more: Parts) => {
    const code = await place()
    const { cancellationId } = (await cancel(code)).cancellation!.last!
    const cancellation = { cancellationId, state: 'accepted' } as const
    await store(code, { status: 'Cancelled', cancellation, ...more }, 2)
    await server.idle()
    return mails().find(({ text }) => text.includes(code))!.text
  }
  const total = { amount: 7010, currency: 'GBP' }
  const refund = { refundId: randomUUID(), amount: 7010, state: 'announced', reason: 'cancellation' } as const
  const at = '2026-11-22T12:00:00Z'
  const expectedBy = '2026-11-27T12:00:00Z'
  const paid = { method: 'paypal', paidAt: inHours(-0.5) } as const
  const refunds = [{ ...refund, at, expectedBy, method: 'paypal' as const }]
  expect(await decide({ total, payment: paid, refunds })).toContain(
    '£70.10 goes back to you by 27 November (PayPal).',
  )
  const late = [{ ...refunds[0]!, expectedBy: '2026-11-22T12:10:00Z' }]
  expect(await decide({ total, payment: paid, refunds: late })).toContain('£70.10 goes back to you.')
  const card = { method: 'card', lastDigits: '4242', paidAt: paid.paidAt } as const
  const toCard = [{ ...refunds[0]!, method: 'card' as const }]
  expect(await decide({ total, payment: card, refunds: toCard })).toContain('(card ending in 4242).')
  const other = { method: 'other', label: 'Kundenkarte Gold', paidAt: paid.paidAt } as const
  const toOther = await decide({ total, payment: other, refunds: [{ ...refunds[0]!, method: 'other' }] })
  expect(toOther).toContain('£70.10 goes back to you.')
  expect(toOther).not.toContain('Kundenkarte')
  expect(await decide({ total, payment: paid, refunds: [{ ...refund, at }] })).toContain(
    '£70.10 goes back to you.',
  )
  expect(await decide({ total, payment: paid })).toContain('You get your money back.')
  expect(await decide({ total, payment: { method: 'paypal' } })).toContain('Nothing was charged.')
  // Its history says that it was paid.
  const history = [
    { status: 'paymentSuccess', at: inHours(-1) },
    { status: 'Cancelled', at },
  ] as const
  expect(await decide({ total, payment: { method: 'paypal' }, history: [...history] })).toContain(
    'You get your money back.',
  )
  // The retailer did not say whether it was paid.
  const unknown = await decide({ total, payment: undefined, history: [] })
  expect(unknown).toContain('You get your money back.')
  expect(unknown).not.toContain('Nothing was charged.')
})

test('NX-115 NX-120 a version that accepts it and has its refund paid is one event: one mail, also when it is told again', async () => {
  await signInAt('2026-11-22T12:30:00Z')
  const code = await place()
  const { cancellationId } = (await cancel(code)).cancellation!.last!
  const at = '2026-11-22T12:20:00Z'
  const refund = { refundId: randomUUID(), amount: 3000, at, state: 'paid', reason: 'cancellation' } as const
  const accepted: Parts = {
    status: 'Cancelled',
    total: { amount: 7010, currency: 'GBP' },
    cancellation: { cancellationId, state: 'accepted' },
    refunds: [refund],
  }
  await store(code, accepted, 2)
  await store(code, { ...accepted, history: [{ status: 'Cancelled', at }] }, 3)
  await server.idle()
  const subjects = () => mails().map(({ subject }) => subject)
  expect(subjects()).toEqual([`Order ${code} is cancelled`])
  // What is paid later, or beside it, is another event.
  const more = { ...refund, refundId: randomUUID(), amount: 4010 }
  await store(code, { ...accepted, refunds: [refund, more] }, 4)
  await server.idle()
  expect(subjects().toSorted()).toEqual(
    [`Order ${code} is cancelled`, '£40.10 is on its way back to you'].toSorted(),
  )
})

test('NX-115 a brand whose retailer mails sends none of a decision', async () => {
  onTestFinished(() => void delete defaultBrand.orderMails)
  defaultBrand.orderMails = 'retailer'
  for (const status of ['Cancelled', 'Dispatched'] as const) {
    const code = await place()
    await cancel(code)
    await store(code, { status }, 2)
  }
  await server.idle()
  expect(mails()).toEqual([])
})

test('NX-120 the mails are in the customer’s language', async () => {
  const { db } = server.ctx
  for (const locale of LANGUAGES) {
    await updateRows(db, 'customers', { account_id: customer.accountId }, { locale })
    const text = getTranslator(locale)
    for (const [status, id, body] of [
      ['Cancelled', 'mail.cancellation.accepted', text('mail.cancellation.refund-later')],
      ['Dispatched', 'mail.cancellation.refused', text('order.cancel.refused.sent')],
    ] as const) {
      const code = await place()
      await cancel(code)
      await store(code, { status }, 2)
      await server.idle()
      const mail = mails().find(({ subject }) => subject === text(id, { code }))!
      for (const content of [mail.text, mail.html]) expect(content).toContain(body)
      expect(mail.html).toContain(`lang="${locale}"`)
    }
  }
})

test.each([
  ['Dispatched', { state: 'refused', refusal: 'sent' }],
  ['Cancelled', { state: 'accepted' }],
  ['rejected', { state: 'accepted' }],
] as const)('NX-122 an order %s decides a cancellation that it does not name', async (status, decision) => {
  const code = await place()
  await cancel(code)
  await server.idle()
  for (const [version, undecided] of ['ProductionStarted', 'paymentFailed'].entries())
    await store(code, { status: undecided as RetailerOrder['status'] }, version + 2)
  expect((await lastOf(code))?.state).toBe('sent')
  await store(code, { status }, 4)
  await server.idle()
  expect(await lastOf(code)).toMatchObject(decision)
  expect(mails()).toHaveLength(1)
})

test('NX-120 a version wins over the answer before it, and over an earlier refusal, which is mailed again', async () => {
  const code = await place()
  const cancellationId = randomUUID()
  retailer.on(cancelRetailerOrder, () => (response, _request) => {
    const accepted = { cancellationId, state: 'accepted' } as const
    void store(code, { cancellation: accepted }, 2).then(() =>
      response.writeHead(409, { 'content-type': 'application/json' }).end('{"reason":"in-production"}'),
    )
  })
  await cancel(code, { cancellationId })
  await server.idle()
  expect(await read(code)).toMatchObject({
    // It is over, although its own status is 'paymentSuccess'.
    status: 'Cancelled',
    // Accepted, the order cannot be changed or cancelled any more, whatever its status.
    addressChange: { blockedBy: 'order-failed' },
    cancellation: { blockedBy: 'cancelled', last: { state: 'accepted' } },
  })
  await store(code, { cancellation: { cancellationId, state: 'refused', reason: 'other' } }, 3)
  await server.idle()
  expect(await lastOf(code)).toMatchObject({ state: 'refused', refusal: 'other' })
  expect(mails()).toHaveLength(2)
})

test('NX-120 NX-121 accepted, an order that awaits payment is not offered to be paid, whatever its status says', async () => {
  const unpaid = { status: 'paymentFailed', paymentUrl: 'https://pay.keepsake.test/1' } as const
  const code = await place()
  const { cancellationId } = (await cancel(code)).cancellation!.last!
  await store(code, { ...unpaid, cancellation: { cancellationId, state: 'accepted' } }, 2)
  const order = await read(code)
  const moment = { now: server.clock.now().getTime(), timeZone: 'Europe/London' }
  expect(findOrderMessage(order, moment).kind).toBe('cancelled')
  expect(findWaiting(order, moment.now)).toBeUndefined()
})

test('NX-120 accepted, an order is found as its page shows it, whatever its status says', async () => {
  const code = await place()
  const { cancellationId } = (await cancel(code)).cancellation!.last!
  await store(code, { cancellation: { cancellationId, state: 'accepted' } }, 2)
  const find = async (state: OrderSearchState) => {
    const { superOrders } = await customer.call(searchOrders, { query: { state, q: code } })
    return superOrders.map(order => order.superOrderCode)
  }
  expect(await find('cancelled')).toEqual([code])
  expect(await find('ordered')).toEqual([])
})

test('a decision on a cancellation of another order or on none is ignored, and the rest of the version is stored', async () => {
  const code = await place()
  const { cancellationId } = (await cancel(code)).cancellation!.last!
  await server.idle()
  const accepted = (id: string) => ({ cancellation: { cancellationId: id, state: 'accepted' as const } })
  const other = await place(accepted(cancellationId))
  await store(code, { ...accepted(randomUUID()), source: 'Resnap' }, 2)
  expect(await lastOf(other)).toBeUndefined()
  expect(await read(code)).toMatchObject({ source: 'Resnap', cancellation: { last: { state: 'sent' } } })
})

test('NX-121 while a cancellation is open the address cannot be changed', async () => {
  const code = await place()
  const cancelled = await cancel(code)
  expect(cancelled.addressChange.blockedBy).toBe('cancellation-in-progress')
  const { status, body } = await customer.expectError(putDeliveryAddress, {
    params: { code },
    body: NEW_ADDRESS as never,
  })
  expect([status, body.reason]).toEqual([409, 'cancellation-in-progress'])
  await server.idle()
})

test('NX-121 a change of the address and a cancellation are sent in their order; accepted, it refuses the change', async () => {
  const code = await place()
  await customer.call(putDeliveryAddress, { params: { code }, body: NEW_ADDRESS })
  const { cancellationId } = (await cancel(code)).cancellation!.last!
  await server.idle()
  expect(retailer.received.map(({ call }) => call)).toEqual([
    'PUT /orders/:code/deliveryAddress',
    'PUT /orders/:code/cancellation',
  ])
  expect((await read(code)).addressChange.last).toMatchObject({ state: 'sent' })
  await store(code, { cancellation: { cancellationId, state: 'accepted' } }, 2)
  expect(await read(code)).toMatchObject({
    addressChange: { last: { state: 'refused', refusal: 'cancelled' } },
    cancellation: { last: { state: 'accepted' } },
  })
})

test('NX-119 after a refusal another cancellation can be requested', async () => {
  const code = await place()
  const { cancellationId } = (await cancel(code)).cancellation!.last!
  await server.idle()
  await store(code, { cancellation: { cancellationId, state: 'refused', reason: 'other' } }, 2)
  const again = (await cancel(code)).cancellation!.last!
  expect(again.state).toMatch(/^(requested|sent)$/)
  expect(again.cancellationId).not.toBe(cancellationId)
  await server.idle()
})

test('NX-114 the request, the answer and the decision are published to open pages', async () => {
  const socket = await openLibrarySocket(server.origin, customer.token)
  const told = () =>
    socket.received.filter(message => (message as LibraryPush).type === 'order-changed').length
  const code = await place()
  await expect.poll(told).toBe(1)
  const { cancellationId } = (await cancel(code)).cancellation!.last!
  await server.idle()
  await expect.poll(told).toBe(3)
  await store(code, { cancellation: { cancellationId, state: 'refused' } }, 2)
  await expect.poll(told).toBe(4)
  socket.close()
})

test('NX-153 a process that dies at any step stores the cancellation with its message or neither', async () => {
  const quiet = await testServer({ config: { retailer: retailer.settings }, work: false })
  const client = await quiet.customer()
  const code = `K-${randomUUID()}`
  const cancellationId = randomUUID()
  await upsertOrder(
    quiet.ctx,
    code,
    orderForTests(client.accountId, inHours(-1), { cancelUntil: inHours(2) }),
  )
  const stored = async () => (await client.call(contract.getOrder, { params: { code } })).cancellation?.last
  const owed = () => quiet.ctx.db.selectFrom('retailer_outbox').selectAll().execute()
  for (let steps = 0; (await stored()) === undefined; steps++) {
    const { ctx } = crashAfter(quiet.ctx, steps)
    await requestCancellation(ctx, client.accountId, { code, cancellationId }).catch(() => {})
    expect(await owed()).toHaveLength((await stored()) ? 1 : 0)
  }
  await quiet.close()
})

test('AA-078 a known id is no new cancellation; a second open one of an order is an error, not a known id', async () => {
  const code = await place()
  const insert = (cancellation_id: string, order_code = code) =>
    change(server.ctx, tx =>
      insertCancellation(tx, {
        cancellation_id,
        account_id: customer.accountId,
        order_code,
        state: 'requested',
        reason: null,
        requested_at: server.clock.now(),
      }),
    )
  const first = randomUUID()
  expect(await insert(first)).toBe(true)
  expect(await insert(first, await place())).toBe(false)
  await expect(insert(randomUUID())).rejects.toThrow('order_cancellations_open')
})
