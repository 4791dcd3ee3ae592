import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/complaints.ts'
import { searchOrders } from '#contract/order-searches.ts'
import { getOrder } from '#contract/orders.ts'
import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import { ORDER_PRODUCTS_MAX } from '#contract/retailer-orders.ts'
import { change } from '../../context.ts'
import { createManualClock } from '../../platform/clock/clock.testing.ts'
import { findRow } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { productForTests } from '../../testing/retailer-orders.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'
import { findActiveCustomer } from '../customers/index.ts'
import { signInAgain } from '../identity/testing/mail-links.ts'
import { sendDueMessages } from '../retailer-outbox/retailer-outbox.testing.ts'
import { cleanUp } from './clean-up.ts'
import {
  callAsService,
  daysAgo,
  placeSentOrder,
  report,
  reportForTests,
  startComplaintServer,
} from './complaints.testing.ts'
import { mailComplaint } from './job-kinds.ts'
import { type ComplaintMailEvent, renderComplaintMail } from './render-mail.ts'
import type { ComplaintRow } from './store/complaints.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let customer: Client
let order: string
const { retailer, server, accept } = await startComplaintServer()
beforeEach(async () => {
  server.clock.set(new Date().toISOString())
  retailer.received.length = 0
  accept()
  customer = await server.customer()
  order = await placeSentOrder(server, customer.accountId)
})

const put = (complaintId: string, body: object) =>
  customer.expectError(contract.putComplaint, { params: { complaintId }, body: body as never })
const readOne = async (orderCode = order) =>
  (await customer.call(contract.getComplaints, { query: { orderCode } })).complaints[0]!
const write = (complaintId: string, body: object) =>
  customer.call(contract.addComplaintMessage, {
    params: { complaintId },
    body: { messageId: randomUUID(), text: 'Numbers 2, 5, 6 and 11.', ...body },
  })
const refuseMessage = (complaintId: string, body: object = {}) =>
  customer.expectError(contract.addComplaintMessage, {
    params: { complaintId },
    body: { messageId: randomUUID(), text: 'Still wet.', ...body },
  })
const close = (complaintId: string) => customer.call(contract.closeComplaint, { params: { complaintId } })
const feed = (complaintId: string, body: object) =>
  callAsService(server, 'PUT', `complaints/${complaintId}`, body)
const now = () => server.clock.now().toISOString()
/** Lets time pass; after an hour the customer signs in again, because the token has expired. */
async function pass(milliseconds: number): Promise<void> {
  server.clock.set(new Date(server.clock.now().getTime() + milliseconds).toISOString())
  if (milliseconds >= HOUR) customer = await signInAgain(server, customer)
}
/** Opens a page's socket; the function returned resolves with the next change of this order. */
async function listen(): Promise<() => Promise<unknown>> {
  const socket = await openLibrarySocket(server.origin, customer.token)
  let seen = 0
  return async () => {
    const count = ++seen
    const isChange = (message: unknown) => (message as { orderCode?: string }).orderCode === order
    await socket.next(() => socket.received.filter(isChange).length >= count)
    return socket.received.filter(isChange)[count - 1]
  }
}
const tidy = () => cleanUp(server.ctx, new AbortController().signal)
const question = (text = 'Can you still read the numbers?') => ({
  state: 'question',
  messages: [{ id: 'q1', at: now(), text }],
  answerBy: new Date(server.clock.now().getTime() + 14 * DAY).toISOString(),
})
const decided = (more: object) => ({ state: 'decided', decision: { at: now(), ...more } })

test('NX-134 NX-137 a report is stored, shown by order and complaint, and reaches customer care with all its fields', async () => {
  const complaint = await report(customer, order)
  expect(complaint).toMatchObject({
    state: 'sent',
    orderCode: order,
    reason: 'damaged',
    wish: 'reprint',
    productCodes: [`${order}-1`],
    attachments: [],
    messages: [],
  })
  const { complaints } = await customer.call(getOrder, { params: { code: order } })
  expect(complaints).toEqual([
    {
      complaintId: complaint.complaintId,
      state: 'sent',
      productCodes: [`${order}-1`],
      submittedAt: complaint.submittedAt,
      updatedAt: complaint.updatedAt,
      answerBy: complaint.answerBy,
    },
  ])
  await server.idle()
  await sendDueMessages(server.ctx)
  // NX-142: these are all fields that customer care learns.
  expect(retailer.received).toEqual([
    {
      call: 'PUT /complaints/:complaintId',
      params: { complaintId: complaint.complaintId },
      body: {
        revision: 1,
        accountId: customer.accountId,
        orderCode: order,
        submittedAt: complaint.submittedAt,
        productCodes: [`${order}-1`],
        reason: 'damaged',
        text: complaint.text,
        wish: 'reprint',
        attachments: [],
        messages: [],
        isClosed: false,
      },
    },
  ])
  const countMails = async () => {
    await server.idle()
    const mails = server.mailbox.list().filter(({ to }) => to.includes(customer.email))
    return mails.filter(({ subject }) => subject === 'We have your report').length
  }
  expect(await countMails()).toBe(1)
  // A job whose answer was lost comes again.
  const { accountId } = customer
  const again = { accountId, complaintId: complaint.complaintId, event: 'received' }
  await change(server.ctx, tx => server.ctx.jobs.send(tx, mailComplaint, [again]))
  expect(await countMails()).toBe(1)
})

test('NX-137 the same report is one complaint however often it is sent; other content under its id is a conflict', async () => {
  const complaintId = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(customer, order, {}, complaintId)))
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  const { complaints } = await customer.call(contract.getComplaints, { query: { orderCode: order } })
  expect(complaints).toHaveLength(1)
  const changed = reportForTests(order, { text: 'Something else entirely.' })
  expect(await put(complaintId, changed)).toMatchObject({ status: 409, body: { reason: 'conflict' } })
  const other = await server.customer()
  const foreign = { params: { complaintId }, body: reportForTests(order) }
  expect((await other.expectError(contract.putComplaint, foreign)).status).toBe(404)
})

test('NX-134 all products of the largest order can be reported at once', async () => {
  const code = `K-${randomUUID()}`
  const products = Array.from({ length: ORDER_PRODUCTS_MAX }, (_, index) =>
    productForTests(`${code}-${index}`),
  )
  const productCodes = products.map(product => product.code)
  const parcels = [{ number: '1', carrier: 'Post', shippedAt: daysAgo(server, 5), productCodes }]
  await placeSentOrder(server, customer.accountId, { products, parcels }, code)
  expect((await report(customer, code, { productCodes })).productCodes).toHaveLength(ORDER_PRODUCTS_MAX)
})

test('NX-137 a product has one open report: of ten at once one is stored, the others name it', async () => {
  const send = () =>
    customer.send(contract.putComplaint, {
      params: { complaintId: randomUUID() },
      body: reportForTests(order, { productCodes: [`${order}-2`, `${order}-1`] }),
    })
  const answers = await Promise.all(Array.from({ length: 10 }, send))
  const stored = answers.filter(({ ok }) => ok)
  expect(stored).toHaveLength(1)
  const { complaintId } = (await stored[0]!.json()) as contract.Complaint
  for (const answer of answers.filter(({ ok }) => !ok)) {
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ reason: 'already-open', fields: { complaintId } })
  }
  await close(complaintId)
  expect((await report(customer, order)).state).toBe('sent')
})

test('NX-134 a report is refused by what the order is', async () => {
  const at = (days: number) => daysAgo(server, days)
  const products = (code: string, more: object = {}) => [{ ...productForTests(`${code}-1`), ...more }]
  const parcel = (code: string, more: object = {}) => ({
    number: '1',
    carrier: 'Post',
    shippedAt: at(4),
    productCodes: [`${code}-1`],
    ...more,
  })
  const cases: [
    name: string,
    parts: (code: string) => object,
    reason: string,
    expected: string | undefined,
  ][] = [
    [
      'in production',
      code => ({ status: 'producing', parcels: [], products: products(code) }),
      'damaged',
      'not-sent-yet',
    ],
    [
      'cancelled',
      code => ({ status: 'Cancelled', parcels: [], products: products(code) }),
      'damaged',
      'cancelled',
    ],
    [
      'its product cancelled',
      code => ({ products: products(code, { status: 'Cancelled' }), parcels: [] }),
      'damaged',
      'cancelled',
    ],
    ['sent', code => ({ products: products(code), parcels: [parcel(code)] }), 'damaged', undefined],
    ['over', () => ({ complaintUntil: at(1) }), 'damaged', 'too-late'],
    [
      'delivered two years ago',
      code => ({
        createdAt: at(800),
        products: products(code),
        parcels: [parcel(code, { shippedAt: at(740), deliveredAt: at(735) })],
      }),
      'damaged',
      'too-late',
    ],
    [
      'not late',
      code => ({ products: products(code), parcels: [parcel(code, { expectedTo: at(-1).slice(0, 10) })] }),
      'not-arrived',
      'not-late-yet',
    ],
    [
      'late',
      code => ({ products: products(code), parcels: [parcel(code, { expectedTo: at(2).slice(0, 10) })] }),
      'not-arrived',
      undefined,
    ],
    ['marked as delivered', () => ({}), 'not-arrived', undefined],
  ]
  for (const [name, parts, reason, expected] of cases) {
    const code = `K-${randomUUID()}`
    await placeSentOrder(server, customer.accountId, parts(code), code)
    const body = reportForTests(code, { reason: reason as 'damaged' })
    const answer = await customer.send(contract.putComplaint, { params: { complaintId: randomUUID() }, body })
    const { reason: found } = (await answer.json()) as { reason?: string }
    if (expected) expect([name, answer.status, found]).toEqual([name, 409, expected])
    else expect([name, answer.status]).toEqual([name, 200])
  }
})

test('NX-134 wrong fields, foreign orders and foreign products are refused', async () => {
  const id = randomUUID()
  const refused = await put(id, { ...reportForTests(order), text: '  too few ', productCodes: [] })
  expect(refused.body.fields).toEqual({ text: 'too-short', productCodes: 'too-few' })
  expect((await put(id, reportForTests(order, { text: 'x'.repeat(2001) }))).body.fields).toEqual({
    text: 'too-long',
  })
  // 2,000 characters, each of two UTF-16 units.
  expect((await report(customer, order, { text: '🙂'.repeat(2000) })).state).toBe('sent')
  expect((await put(id, reportForTests(order, { productCodes: ['P-9'] }))).body.fields).toEqual({
    productCodes: 'unknown',
  })
  const other = await server.customer()
  const foreign = { params: { complaintId: id }, body: reportForTests(order) }
  expect((await other.expectError(contract.putComplaint, foreign)).status).toBe(404)
  expect((await other.expectError(contract.getComplaints, { query: { orderCode: order } })).status).toBe(404)
})

test('NX-139 NX-140 question, answer, decision, objection and closing are a timeline', async () => {
  const { complaintId } = await report(customer, order)
  expect(await feed(complaintId, { version: 1, ...question() })).toMatchObject({
    status: 200,
    body: { stored: true },
  })
  expect(await readOne()).toMatchObject({ state: 'question', messages: [{ from: 'care', id: 'q1' }] })
  await pass(1000)
  const answered = await write(complaintId, {})
  expect(answered).toMatchObject({ state: 'in-review', messages: [{ from: 'care' }, { from: 'customer' }] })
  expect(answered.answerBy).toBeUndefined()
  expect(await refuseMessage(complaintId, { reopens: true })).toMatchObject({
    status: 409,
    body: { reason: 'not-decided' },
  })
  await pass(1000)
  const declined = decided({ outcome: 'declined', reason: 'They are wet because of a flood.' })
  await feed(complaintId, { version: 2, ...declined })
  const shown = await readOne()
  expect(shown).toMatchObject({ state: 'decided', decision: { outcome: 'declined' } })
  expect(Date.parse(shown.objectUntil!) - Date.parse(declined.decision.at)).toBe(30 * DAY)
  // A message beside the decision leaves it as it is.
  expect((await write(complaintId, { text: 'Thank you for looking.' })).state).toBe('decided')
  await pass(29 * DAY)
  expect(await write(complaintId, { text: 'There was no flood.', reopens: true })).toMatchObject({
    state: 'in-review',
    messages: [{}, {}, { reopens: true }],
  })
  // The same decision again does not undo the objection, another one does; then no further objection is possible.
  await feed(complaintId, {
    version: 3,
    ...declined,
    messages: [{ id: 'm', at: now(), text: 'We look again.' }],
  })
  expect((await readOne()).state).toBe('in-review')
  await pass(1000)
  await feed(complaintId, { version: 4, ...decided({ outcome: 'voucher', voucherCode: 'SORRY-15' }) })
  const again = await readOne()
  expect(again).toMatchObject({ state: 'decided', decision: { outcome: 'voucher', voucherCode: 'SORRY-15' } })
  expect(again.objectUntil).toBeUndefined()
  expect((await refuseMessage(complaintId, { reopens: true })).body.reason).toBe('already-objected')
  expect((await close(complaintId)).state).toBe('closed')
  expect((await close(complaintId)).state).toBe('closed')
  expect((await refuseMessage(complaintId)).body).toMatchObject({ code: 'conflict', reason: 'closed' })
  await feed(complaintId, { version: 5, ...decided({ outcome: 'declined', reason: 'No.' }) })
  expect((await readOne()).state).toBe('closed')
  await server.idle()
  await sendDueMessages(server.ctx)
  const bodies = retailer.received.map(({ body }) => body as { revision: number })
  expect(bodies.map(({ revision }) => revision).toSorted()).toEqual(bodies.map(({ revision }) => revision))
  expect(bodies.at(-1)).toMatchObject({ revision: 5, isClosed: true, messages: [{}, {}, { reopens: true }] })
})

test('NX-140 NX-141 a decision that a version names before its state says so is mailed when it is one, and ends an objection', async () => {
  const { complaintId } = await report(customer, order)
  const first = { at: now(), outcome: 'declined', reason: 'No.' }
  await feed(complaintId, { version: 1, state: 'in-review', decision: first })
  await feed(complaintId, { version: 2, state: 'decided', decision: first })
  expect(await readOne()).toMatchObject({ state: 'decided', objectUntil: expect.any(String) })
  await pass(1000)
  await write(complaintId, { reopens: true })
  await pass(1000)
  const second = { at: now(), outcome: 'voucher', voucherCode: 'SORRY-15' }
  await feed(complaintId, { version: 3, state: 'in-review', decision: second })
  await feed(complaintId, { version: 4, state: 'decided', decision: second })
  expect((await readOne()).state).toBe('decided')
  // A job of the first decision that comes after the second one.
  const { accountId } = customer
  const late = { accountId, complaintId, event: 'decided 9', about: new Date(first.at).toISOString() }
  await change(server.ctx, tx => server.ctx.jobs.send(tx, mailComplaint, [late]))
  await server.idle()
  const decisions = server.mailbox
    .list()
    .filter(({ to, text }) => to.includes(customer.email) && text.includes('SORRY-15'))
  expect(decisions).toHaveLength(1)
})

test('NX-140 a question that the customer has answered is not asked again by a version that repeats it', async () => {
  const { complaintId } = await report(customer, order)
  const asked = question()
  await feed(complaintId, { version: 1, ...asked })
  await write(complaintId, {})
  await feed(complaintId, {
    version: 2,
    ...asked,
    answerBy: new Date(server.clock.now().getTime() + DAY).toISOString(),
  })
  expect((await readOne()).state).toBe('in-review')
  const another = { id: 'q2', at: now(), text: 'And number 12?' }
  await feed(complaintId, { version: 3, ...asked, messages: [...asked.messages, another] })
  expect((await readOne()).state).toBe('question')
  const countMails = async () => {
    await server.idle()
    return server.mailbox.list().filter(({ to }) => to.includes(customer.email)).length
  }
  const before = await countMails()
  // A reminder of the first question that comes after the second one; one of the second is sent.
  const { accountId } = customer
  for (const [event, about] of [
    ['reminder 2', 'q1'],
    ['reminder 3', 'q2'],
  ] as const) {
    const reminder = { accountId, complaintId, event, about }
    await change(server.ctx, tx => server.ctx.jobs.send(tx, mailComplaint, [reminder]))
    expect([about, (await countMails()) - before]).toEqual([about, about === 'q1' ? 0 : 1])
  }
})

test('NX-153 after a time without the retailer only the newest state of a complaint is sent', async () => {
  retailer.on(sendComplaint, () => ({ status: 503 }))
  const { complaintId } = await report(customer, order)
  await write(complaintId, {})
  await write(complaintId, {})
  await server.idle()
  await sendDueMessages(server.ctx)
  retailer.received.length = 0
  accept()
  await pass(HOUR)
  await server.idle()
  await sendDueMessages(server.ctx)
  // A worker may be sending it.
  await server.idle()
  expect(retailer.received.map(({ body }) => (body as { revision: number }).revision)).toEqual([3])
})

test('NX-140 a repeated message is one, other content under its id is a conflict, and a day has twenty', async () => {
  const { complaintId } = await report(customer, order)
  const messageId = randomUUID()
  await Promise.all([1, 2, 3].map(() => write(complaintId, { messageId })))
  expect((await readOne()).messages).toHaveLength(1)
  expect((await refuseMessage(complaintId, { messageId })).status).toBe(409)
  for (let count = 1; count < 20; count++) await write(complaintId, {})
  expect((await refuseMessage(complaintId)).status).toBe(429)
  await pass(DAY)
  await write(complaintId, {})
  const other = await server.customer()
  const foreign = { params: { complaintId }, body: { messageId: randomUUID(), text: 'Hello.' } }
  expect((await other.expectError(contract.addComplaintMessage, foreign)).status).toBe(404)
  expect((await other.expectError(contract.closeComplaint, { params: { complaintId } })).status).toBe(404)
})

test('NX-140 every change is published to the open pages of the customer', async () => {
  const next = await listen()
  const changed = { type: 'order-changed', orderCode: order }
  const { complaintId } = await report(customer, order)
  expect(await next()).toEqual(changed)
  await feed(complaintId, { version: 1, ...question() })
  expect(await next()).toEqual(changed)
  await write(complaintId, {})
  expect(await next()).toEqual(changed)
  await close(complaintId)
  expect(await next()).toEqual(changed)
})

test('NX-141 the feed follows the rule of versions', async () => {
  const { complaintId } = await report(customer, order)
  const second = { version: 2, ...question() }
  expect((await feed(complaintId, second)).body).toMatchObject({ version: 2, stored: true })
  expect((await feed(complaintId, second)).body).toMatchObject({ version: 2, stored: false })
  expect((await feed(complaintId, { version: 1, state: 'in-review' })).body).toMatchObject({ stored: false })
  expect((await feed(complaintId, { version: 2, state: 'in-review' })).status).toBe(409)
  expect((await readOne()).state).toBe('question')
  expect((await feed(randomUUID(), second)).status).toBe(404)
  expect((await callAsService(server, 'GET', `complaints/${complaintId}`)).body).toMatchObject({ version: 2 })
})

test.each([
  ['decided without decision', { state: 'decided' }, { decision: 'missing' }],
  ['reprint without order', decision('reprint'), { 'decision.orderCode': 'missing' }],
  ['refund without amount', decision('refund'), { 'decision.refund': 'missing' }],
  ['voucher without code', decision('voucher'), { 'decision.voucherCode': 'missing' }],
  ['declined without reason', decision('declined'), { 'decision.reason': 'missing' }],
  ['question without message', { state: 'question' }, { messages: 'too-few' }],
  ['unknown field', { state: 'in-review', colour: 'red' }, { colour: 'unknown' }],
])('NX-141 %s is a bad request that names the field', async (_name, body, fields) => {
  const { complaintId } = await report(customer, order)
  expect(await feed(complaintId, { version: 1, ...body })).toMatchObject({ status: 400, body: { fields } })
  expect((await readOne()).state).toBe('sent')
})

function decision(outcome: string) {
  return { state: 'decided', decision: { at: '2026-01-02T10:00:00Z', outcome } }
}

test('NX-141 the order of a reprint may arrive later: then it is a link, and open pages learn it', async () => {
  const { complaintId } = await report(customer, order)
  const reprint = `K-${randomUUID()}`
  await feed(complaintId, { version: 1, ...decided({ outcome: 'reprint', orderCode: reprint }) })
  expect((await readOne()).decision).toMatchObject({ orderCode: reprint, isOrderKnown: false })
  const readDecision = async () =>
    (await customer.call(getOrder, { params: { code: order } })).complaints![0]!.decision
  expect(await readDecision()).not.toHaveProperty('orderCode')
  const next = await listen()
  await placeSentOrder(server, customer.accountId, {}, reprint)
  expect(await next()).toEqual({ type: 'order-changed', orderCode: order })
  expect((await readOne()).decision).toMatchObject({ isOrderKnown: true })
  expect(await readDecision()).toMatchObject({ orderCode: reprint })
})

test.each([
  ['was delivered', {}, true],
  ['was cancelled', { status: 'Cancelled' }, true],
  ['is on its way', { parcels: [] }, false],
] as const)('RV-1067 a reprint that %s: whether the first order says it is over', async (_, more, isOver) => {
  const { complaintId } = await report(customer, order)
  const reprint = `K-${randomUUID()}`
  await feed(complaintId, { version: 1, ...decided({ outcome: 'reprint', orderCode: reprint }) })
  await placeSentOrder(server, customer.accountId, { parcels: [], status: 'Confirmed' }, reprint)
  const read = async () => {
    const { complaints } = await customer.call(getOrder, { params: { code: order } })
    return complaints![0]!.decision!.isReprintOver
  }
  expect(await read()).toBeUndefined()
  await placeSentOrder(server, customer.accountId, { version: 2, ...more } as object, reprint)
  expect(await read()).toBe(isOver || undefined)
})

test('NX-140 a complaint is closed by itself 30 days after its decision', async () => {
  const { complaintId } = await report(customer, order)
  await feed(complaintId, { version: 1, ...decided({ outcome: 'declined', reason: 'No.' }) })
  await pass(30 * DAY - 1000)
  await tidy()
  expect((await readOne()).state).toBe('decided')
  await pass(1000)
  expect((await refuseMessage(complaintId, { reopens: true })).body.reason).toBe('too-late')
  await tidy()
  expect(await readOne()).toMatchObject({ state: 'closed', closedAt: now() })
})

test('NX-115 a question, its reminder three days before the end and a decision are mailed once each; what is old is not', async () => {
  const { complaintId } = await report(customer, order)
  await server.idle()
  const subjects = async () => {
    await server.idle()
    return server.mailbox
      .list()
      .filter(({ to }) => to.includes(customer.email))
      .map(({ subject }) => subject)
      .filter(subject => subject !== 'We have your report')
  }
  const asked = question()
  await feed(complaintId, { version: 1, ...asked })
  await feed(complaintId, { version: 2, ...asked })
  await tidy()
  const subject = `A question about order ${order}`
  expect(await subjects()).toEqual([subject])
  await pass(11 * DAY)
  await tidy()
  await tidy()
  expect(await subjects()).toEqual([subject, subject])
  const refund = { amount: 1440, expectedBy: new Date(server.clock.now().getTime() + 5 * DAY).toISOString() }
  await feed(complaintId, { version: 3, ...decided({ outcome: 'refund', refund }) })
  expect(await subjects()).toEqual(expect.arrayContaining(['You get your money back', subject, subject]))
  const last = server.mailbox.list().find(mail => mail.subject === 'You get your money back')!
  expect(last.text).toContain('£14.40')
  const before = (await subjects()).length
  const old = { at: daysAgo(server, 2), outcome: 'declined', reason: 'No.' }
  await feed(complaintId, { version: 4, state: 'decided', decision: old })
  expect(await subjects()).toHaveLength(before)
})

test('RV-1284 NX-107 no mail names a day as one to come that is over when it is sent', async () => {
  const { complaintId } = await report(customer, order)
  await server.idle()
  const row = (await findRow(server.ctx.db, 'complaints', { complaint_id: complaintId }))!
  const owner = (await findActiveCustomer(server.ctx.db, customer.accountId))!
  const at = server.clock.now()
  const refund = { amount: 1440, expectedBy: at.toISOString() }
  const complaint = {
    ...row,
    answer_by: at,
    feed: { messages: [], decision: { at: at.toISOString(), outcome: 'refund', refund } },
  } as unknown as ComplaintRow
  const render = (event: ComplaintMailEvent, milliseconds: number) => {
    const clock = createManualClock(new Date(at.getTime() + milliseconds))
    return renderComplaintMail({ ...server.ctx, clock }, complaint, owner, { event, currency: 'GBP' }).text
  }
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(at)
  for (const event of ['received', 'question', 'reminder', 'decided'] as const) {
    const [before, after] = [render(event, -1), render(event, 0)]
    expect([event, before === after]).toEqual([event, false])
    expect(before.split(day).length - after.split(day).length).toBe(1)
  }
})

test('NX-112 an old order with an open report is found among those in progress, with a question among those that wait', async () => {
  const old = await placeSentOrder(server, customer.accountId, {
    createdAt: daysAgo(server, 90),
    parcels: [],
    status: 'Dispatched',
  })
  const find = async (state: 'in-progress' | 'needs-you') => {
    const { superOrders } = await customer.call(searchOrders, { query: { state } as never })
    return superOrders.map(({ superOrderCode }) => superOrderCode)
  }
  expect(await find('in-progress')).not.toContain(old)
  const { complaintId } = await report(customer, old)
  expect(await find('in-progress')).toContain(old)
  await feed(complaintId, { version: 1, ...question() })
  expect(await find('needs-you')).toContain(old)
  await close(complaintId)
  expect(await find('in-progress')).not.toContain(old)
})
