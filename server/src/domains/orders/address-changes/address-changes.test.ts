import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { putDeliveryAddress } from '#contract/order-changes.ts'
import * as contract from '#contract/orders.ts'
import type { LibraryPush } from '#contract/push.ts'
import { changeDeliveryAddress } from '#contract/retailer-calls/delivery-address.ts'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { LANGUAGES } from '#locales/renderings.testing.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { getTranslator } from '../../../platform/i18n/translate.ts'
import { addressForTests } from '../../../testing/addresses.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { crashAfter } from '../../../testing/crash-after.ts'
import { testServer } from '../../../testing/harness.ts'
import { orderForTests } from '../../../testing/retailer-orders.ts'
import { startRetailerServer } from '../../../testing/retailer-server.ts'
import { openLibrarySocket } from '../../../testing/sockets.ts'
import { changeEmail, listLinks } from '../../identity/testing/mail-links.ts'
import { sendDueMessages } from '../../retailer-outbox/retailer-outbox.testing.ts'
import { upsertOrder } from '../orders.ts'
import { requestAddressChange } from './request-change.ts'

const HOUR = 3_600_000
const OLD = { type: 'Home', ...addressForTests() } as const
const NEW = addressForTests({
  street: 'Alma Vale Road',
  streetNumber: '48',
  streetNumberAddition: 'Flat 3',
  postalCode: 'BS8 2HS',
})

let customer: Client
const retailer = closeAfterAll(await startRetailerServer())
const server = closeAfterAll(await testServer({ config: { retailer: retailer.settings } }))
beforeEach(async () => {
  server.clock.set(new Date().toISOString())
  retailer.received.length = 0
  accept()
  customer = await server.customer()
})

const accept = () =>
  retailer.on(changeDeliveryAddress, ({ body }) => ({
    answer: { changeId: (body as { changeId: string }).changeId },
  }))
const refuse = (reason: string | undefined, status = 409) =>
  retailer.on(changeDeliveryAddress, () => ({ status, body: { reason } }))
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR).toISOString()

type Parts = Parameters<typeof orderForTests>[2]

/** Stores a version of an order. */
async function store(code: string, more: Parts = {}, version = 1): Promise<void> {
  const parts = { deliveryAddress: OLD, version, ...more }
  await upsertOrder(server.ctx, code, orderForTests(customer.accountId, inHours(-1), parts))
}
async function place(more: Parts = {}): Promise<string> {
  const code = `K-${randomUUID()}`
  await store(code, more)
  return code
}
const read = (code: string) => customer.call(contract.getOrder, { params: { code } })
const change = (code: string, body: object = NEW) =>
  customer.call(putDeliveryAddress, { params: { code }, body: body as never })
const expectRefusal = async (code: string, body: object = NEW, client = customer) =>
  client.expectError(putDeliveryAddress, { params: { code }, body: body as never })
const stateOf = async (code: string) => (await read(code)).addressChange.last?.state
const CHANGED = 'The delivery address of an order was changed'
/** Mails to the customer, except those that tell of a change. */
const mails = () =>
  server.mailbox.list().filter(({ to, subject }) => to.includes(customer.email) && subject !== CHANGED)

const product = (status: RetailerOrder['status']) => ({
  code: `P-${randomUUID()}`,
  article: 'Prints',
  title: 'Prints',
  status,
})

test('AA-071 AA-072 AA-066 a change is in progress until a version of the order says that it was applied', async () => {
  const code = await place()
  expect((await read(code)).addressChange).toEqual({ productCodes: [] })
  const requested = await change(code)
  const changeId = requested.addressChange.last!.changeId
  expect(requested).toMatchObject({
    deliveryAddress: { type: 'ChangeInProgress', ...NEW },
    addressChange: {
      blockedBy: 'change-in-progress',
      last: { address: NEW, previousAddress: OLD },
    },
  })
  await server.idle()
  expect(retailer.received).toEqual([
    { call: 'PUT /orders/:code/deliveryAddress', params: { code }, body: { changeId, address: NEW } },
  ])
  // Neither the acceptance nor a version without the change is a success.
  expect(await stateOf(code)).toBe('sent')
  await store(code, {}, 2)
  expect(await read(code)).toMatchObject({
    deliveryAddress: { type: 'ChangeInProgress', street: NEW.street },
    addressChange: { last: { state: 'sent' } },
  })
  const applied = {
    deliveryAddress: { type: 'Home', ...NEW },
    addressChange: { changeId, state: 'applied' },
  } as const
  await store(code, applied, 3)
  const shown = await read(code)
  expect(shown).toMatchObject({
    deliveryAddress: applied.deliveryAddress,
    addressChange: { last: { state: 'applied' } },
  })
  expect(shown.addressChange.blockedBy).toBeUndefined()
  expect((await customer.call(contract.getOrders)).superOrders[0]).toEqual(shown)
})

test('NX-366 a change is mailed at once to the present address and to those of the last 30 days, with the order and a link to it, once', async () => {
  const code = await place()
  const moved = await changeEmail(server, customer, `new-${customer.email}`)
  const body = NEW
  for (const _ of [1, 2]) await moved.call(putDeliveryAddress, { params: { code }, body })
  await server.idle()
  for (const address of [customer.email, moved.email]) {
    const changed = server.mailbox
      .list()
      .filter(({ to, subject }) => to.includes(address) && subject === CHANGED)
    expect(changed).toHaveLength(1)
    expect(changed[0]!.text).toContain(`Order: ${code}\n`)
    expect(listLinks(changed[0]!).map(({ pathname }) => pathname)).toEqual(
      expect.arrayContaining([`/orders/${code}`, expect.stringMatching(/^\/identity\/not-me\//)]),
    )
    // The new address may be a thief's: the mail does not spread it.
    expect(changed[0]!.text).not.toContain(NEW.street)
  }
  const before = server.mailbox.list().length
  await moved.expectError(putDeliveryAddress, {
    params: { code },
    body: { ...NEW, streetNumber: '49' } as never,
  })
  await server.idle()
  expect(server.mailbox.list()).toHaveLength(before)
})

test('AA-078 a version can be there before the answer to the call', async () => {
  const code = await place()
  retailer.on(changeDeliveryAddress, ({ body }) => (response, _request) => {
    const { changeId } = body as { changeId: string }
    const more = {
      deliveryAddress: { type: 'Home', ...NEW },
      addressChange: { changeId, state: 'applied' },
    } as const
    void store(code, more, 2).then(() =>
      response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ changeId })),
    )
  })
  await change(code)
  await server.idle()
  expect(await stateOf(code)).toBe('applied')
})

test.each([
  [409, 'in-production', 'in-production', 'already in production'],
  [409, 'not-deliverable', 'not-deliverable', 'deliver to that address'],
  [409, 'full-moon', 'other', 'wasn’t possible'],
  // The order system does not have the order.
  [404, undefined, 'other', 'wasn’t possible'],
])(
  'AA-072 NX-154 refused with %i %s the old address returns, and a mail says why',
  async (status, reason, refusal, words) => {
    refuse(reason, status)
    const code = await place()
    await change(code)
    await server.idle()
    expect(await read(code)).toMatchObject({
      deliveryAddress: OLD,
      addressChange: { last: { state: 'refused', refusal, address: { type: 'Home', ...NEW } } },
    })
    const [mail, ...others] = mails()
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Your new delivery address couldn’t be used')
    for (const text of [mail!.text, mail!.html]) {
      expect(text).toContain(words)
      expect(text).toContain(`/orders/${code}`)
      expect(text).toContain('previous address')
    }
  },
)

test('AA-072 the mail is in the customer’s language, in the design of the brand', async () => {
  refuse('in-production')
  const { db } = server.ctx
  for (const locale of LANGUAGES) {
    await updateRows(db, 'customers', { account_id: customer.accountId }, { locale })
    const code = await place()
    await change(code)
    const text = getTranslator(locale)
    const mail = await server.mailbox.waitFor(
      each =>
        each.to.includes(customer.email) &&
        each.subject === text('mail.address-refused.subject') &&
        each.text.includes(`/orders/${code}`),
    )
    for (const content of [mail.text, mail.html]) {
      expect(content).toContain(text('order.address.refused.in-production'))
      expect(content).toContain(text('mail.address-refused.text'))
    }
    // RV-840
    const account = `${text('mail.fact.account')}: ${customer.email}\n${text('mail.fact.requested')}: `
    expect(mail.text).toContain(account)
    expect(mail.html).toContain(`lang="${locale}"`)
  }
})

test('AA-072 refused after it was accepted: the same, and a new change can be made', async () => {
  const code = await place()
  const { changeId } = (await change(code)).addressChange.last!
  await server.idle()
  await store(code, { addressChange: { changeId, state: 'refused', reason: 'not-deliverable' } }, 2)
  await store(code, { addressChange: { changeId, state: 'refused', reason: 'not-deliverable' } }, 3)
  await server.idle()
  expect(await read(code)).toMatchObject({
    deliveryAddress: OLD,
    addressChange: { last: { state: 'refused', refusal: 'not-deliverable' } },
  })
  expect(mails()).toHaveLength(1)
  const again = await change(code, { ...NEW, streetNumber: '49' })
  expect(again.addressChange.last).toMatchObject({ address: { streetNumber: '49' } })
  await server.idle()
})

test.each([
  ['Dispatched', 'in-production'],
  ['Cancelled', 'cancelled'],
] as const)('AA-072 an order %s without the change has refused it', async (status, refusal) => {
  const code = await place()
  await change(code)
  await server.idle()
  await store(code, { status: 'ProductionStarted' }, 2)
  expect(await stateOf(code)).toBe('sent')
  await store(code, { status }, 3)
  await server.idle()
  expect((await read(code)).addressChange.last).toMatchObject({ state: 'refused', refusal })
  expect(mails()).toHaveLength(1)
})

test('AA-078 a change that a version has answered meanwhile is not sent again', async () => {
  retailer.on(changeDeliveryAddress, () => ({ status: 503 }))
  const code = await place()
  const { changeId } = (await change(code)).addressChange.last!
  await server.idle()
  const addressChange = { changeId, state: 'applied' } as const
  await store(code, { deliveryAddress: { type: 'Home', ...NEW }, addressChange }, 2)
  server.clock.advance(6000)
  await sendDueMessages(server.ctx)
  expect([retailer.received.length, await stateOf(code)]).toEqual([1, 'applied'])
})

test('AA-078 the same address again is the same change; another one is refused while it is in progress', async () => {
  const code = await place()
  const [first, second] = await Promise.all([change(code), change(code)])
  expect(second.addressChange.last!.changeId).toBe(first.addressChange.last!.changeId)
  const { status, body } = await expectRefusal(code, { ...NEW, streetNumber: '49' })
  expect([status, body.code, body.reason]).toEqual([409, 'conflict', 'change-in-progress'])
  await server.idle()
  expect(retailer.received).toHaveLength(1)
})

test('AA-078 the order’s own address changes nothing', async () => {
  const code = await place()
  expect((await change(code, addressForTests())).addressChange.last).toBeUndefined()
  await server.idle()
  expect(retailer.received).toEqual([])
})

test('AA-078 an invalid address is refused with all its wrong fields', async () => {
  const code = await place()
  const { lastName, ...without } = NEW
  const wrong = { ...without, street: ' ', postalCode: '12345' }
  const { status, body } = await expectRefusal(code, wrong)
  expect([status, lastName, Object.keys(body.fields!).toSorted()]).toEqual([
    400,
    'Keller',
    ['lastName', 'postalCode', 'street'],
  ])
  expect(await stateOf(code)).toBeUndefined()
  expect((await expectRefusal('K-unknown', NEW)).status).toBe(404)
})

test('AA-078 the country of an order cannot change', async () => {
  const code = await place()
  const { status, body } = await expectRefusal(code, { ...NEW, countryCode: 'NL', postalCode: '1012 AB' })
  expect([status, body.fields]).toEqual([400, { countryCode: 'conflict' }])
})

const PICKUP_POINT = { ...OLD, type: 'PickupPoint', pickupPointName: 'The Corner Shop' } as const
test.each<[string, Parts, string]>([
  ['in production', { status: 'ProductionStarted' }, 'in-production'],
  ['on hold', { status: 'on_hold' }, 'in-production'],
  ['sent', { status: 'Dispatched' }, 'in-production'],
  ['cancelled', { status: 'Cancelled' }, 'order-failed'],
  ['with a failed payment', { status: 'paymentFailed' }, 'order-failed'],
  ['to a pick-up point', { deliveryAddress: PICKUP_POINT }, 'pickup-point'],
  ['without an address', { deliveryAddress: undefined }, 'no-address'],
  [
    'in production with time left',
    { status: 'producing', addressChangeUntil: '2099-01-01T00:00:00Z' },
    'in-production',
  ],
  ['with products in production', { products: [product('ProductionStarted')] }, 'in-production'],
])('AA-078 OP-69 an order %s answers 409', async (_, more, reason) => {
  const code = await place(more)
  expect((await read(code)).addressChange.blockedBy).toBe(reason)
  const { status, body } = await expectRefusal(code)
  expect([status, body.reason]).toEqual([409, reason])
})

test('AA-078 an order can be changed until its deadline and not from then on', async () => {
  const code = await place({ addressChangeUntil: inHours(0.1) })
  expect((await read(code)).addressChange.blockedBy).toBeUndefined()
  server.clock.advance(HOUR / 10)
  expect((await read(code)).addressChange.blockedBy).toBe('deadline-passed')
  expect((await expectRefusal(code)).body.reason).toBe('deadline-passed')
})

test('RV-1063 an order whose payment failed can be changed while it can be paid, and not from then on', async () => {
  const paymentUrl = 'https://pay.keepsake.test/1'
  const failed = { status: 'paymentFailed', paymentUrl, paymentExpiresAt: inHours(0.1) } as const
  const code = await place({ ...failed, products: [product('paymentFailed')] })
  const { addressChange } = await read(code)
  expect(addressChange).toEqual({ productCodes: [expect.stringMatching(/^P-/)] })
  expect((await change(code)).deliveryAddress!.type).toBe('ChangeInProgress')
  // The next version does not name the change, and is not the end of the order.
  await store(code, failed, 2)
  expect(await stateOf(code)).toMatch(/^(requested|sent)$/)
  const other = await place(failed)
  server.clock.advance(HOUR / 10)
  for (const each of [code, other])
    expect((await read(each)).addressChange).toMatchObject({ blockedBy: 'order-failed', productCodes: [] })
  expect((await expectRefusal(other)).body.reason).toBe('order-failed')
  await store(code, failed, 3)
  expect(await stateOf(code)).toBe('refused')
})

test.each(['Received', 'Confirmed', 'paymentPending', 'approved'] as const)(
  'AA-071 OP-69 an order %s can be changed',
  async status => {
    const code = await place({ status })
    expect((await change(code)).deliveryAddress!.type).toBe('ChangeInProgress')
    await server.idle()
  },
)

test('AA-071 a change applies to the products that are not in production yet', async () => {
  const products = [product('Dispatched'), product('Confirmed'), product('Cancelled'), product('Received')]
  const code = await place({ products })
  expect((await read(code)).addressChange).toEqual({ productCodes: [products[1]!.code, products[3]!.code] })
})

test('AA-078 a blocked business customer, and an installation without a retailer, answer 409', async () => {
  const code = await place()
  const blocked = server.ctx.db.updateTable('customers').set({ business_status: 'Blocked' })
  await blocked.where('account_id', '=', customer.accountId).execute()
  expect((await expectRefusal(code)).body.reason).toBe('account-blocked')
  const alone = await testServer({ config: { retailer: null } })
  const client = await alone.customer()
  await upsertOrder(alone.ctx, code, orderForTests(client.accountId, new Date(), { deliveryAddress: OLD }))
  expect((await expectRefusal(code, NEW, client)).body.reason).toBe('not-available')
  await alone.close()
})

test('AA-072 the request, the acceptance and the decision are published to open pages', async () => {
  const socket = await openLibrarySocket(server.origin, customer.token)
  const told = () =>
    socket.received.filter(message => (message as LibraryPush).type === 'order-changed').length
  const code = await place()
  // Else the message about the new order might arrive after those that are counted.
  await expect.poll(told).toBe(1)
  await change(code)
  await server.idle()
  await expect.poll(told).toBe(3)
  const { changeId } = (await read(code)).addressChange.last!
  await store(code, { addressChange: { changeId, state: 'refused' } }, 2)
  await expect.poll(told).toBe(4)
  socket.close()
})

test('a decision on a change of another order or on none decides nothing', async () => {
  const code = await place()
  const { changeId } = (await change(code)).addressChange.last!
  await server.idle()
  await place({ addressChange: { changeId, state: 'applied' } })
  await store(code, { addressChange: { changeId: randomUUID(), state: 'refused' } }, 2)
  expect(await stateOf(code)).toBe('sent')
})

test('AA-078 a process that dies at any step stores the change with its message or neither', async () => {
  const quiet = await testServer({ config: { retailer: retailer.settings }, work: false })
  const client = await quiet.customer()
  const code = `K-${randomUUID()}`
  const order = orderForTests(client.accountId, quiet.clock.now(), { deliveryAddress: OLD })
  await upsertOrder(quiet.ctx, code, order)
  const stored = async () => (await client.call(contract.getOrder, { params: { code } })).addressChange.last
  const owed = () => quiet.ctx.db.selectFrom('retailer_outbox').selectAll().execute()
  for (let steps = 0; (await stored()) === undefined; steps++) {
    const { ctx } = crashAfter(quiet.ctx, steps)
    await requestAddressChange(ctx, client.accountId, { code, address: NEW }).catch(() => {})
    expect(await owed()).toHaveLength((await stored()) ? 1 : 0)
  }
  await quiet.close()
})
