import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { defaultBrand } from '#brands/index.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { LANGUAGES } from '#locales/renderings.testing.ts'
import { jobs as declaredJobs, domains } from '../../../app.ts'
import { change } from '../../../context.ts'
import { deleteRows, insertRows } from '../../../platform/db/rows.ts'
import type { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { crashAfter } from '../../../testing/crash-after.ts'
import { type TestServer, testServer } from '../../../testing/harness.ts'
import { productForTests } from '../../../testing/retailer-orders.ts'
import { putAsService } from '../../../testing/service-calls.ts'
import { createEraseAccountCommand } from '../../closures/index.ts'
import { closeAccount } from '../../customers/index.ts'
import { listLinks } from '../../identity/testing/mail-links.ts'
import { sendDueOrderMails, sendOrderMail } from './jobs.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const CONFIG = { rateLimits: false, serviceTokens: [{ name: 'orders', token: TOKEN }] }
const NOW = '2026-11-27T11:50:00.000Z'
const HOUR = 3_600_000

let customer: Client
const server = closeAfterAll(await testServer({ config: CONFIG }))
beforeEach(async () => {
  server.clock.set(NOW)
  customer = await server.customer()
})

const at = (hours: number, to = server) => new Date(to.clock.now().getTime() + hours * HOUR).toISOString()

/** Sends a state as the order system does. */
async function put(path: string, body: object, to = server): Promise<void> {
  const answer = await putAsService(to, TOKEN, `${SERVICES.orders}/retailer/${path}`, body)
  expect([path, answer]).toEqual([path, expect.objectContaining({ status: 200 })])
}

/** An order of a customer whose versions the test sends. */
interface Sent {
  code: string
  send(more: object, version?: number): Promise<void>
  sendDates(from: string, to: string, version?: number): Promise<void>
}

function createOrder(owner = customer, to = server): Sent {
  const code = `K-${randomUUID()}`
  let lastVersion = 0
  let lastDates = 0
  const base = {
    accountId: owner.accountId,
    createdAt: at(-72, to),
    status: 'Confirmed',
    products: [productForTests(`${code}-1`)],
    total: { amount: 3900, currency: 'GBP' },
  }
  return {
    code,
    send: (more, version = ++lastVersion) => put(`orders/${code}`, { ...base, ...more, version }, to),
    sendDates: (from, end, version = ++lastDates) =>
      put(`deliveryDates/${code}`, { version, dates: [{ from, to: end, productCodes: [`${code}-1`] }] }, to),
  }
}

/** Waits for all jobs; returns the mails about the order. */
async function readMails({ code }: Sent, from = server) {
  await from.idle()
  return from.mailbox
    .list()
    .filter(({ text }) => text.includes(code))
    .reverse()
}
const subjects = async (order: Sent, from = server) =>
  (await readMails(order, from)).map(({ subject }) => subject.replaceAll(/\s/gu, ' '))

const PAY = { paymentUrl: 'https://shop.keepsake.example/pay/4711', paymentExpiresAt: '2026-11-29T12:00:00Z' }
const failed = (failedAt = at(-1)) => ({
  status: 'paymentFailed',
  payment: { method: 'paypal', failedAt },
  ...PAY,
})
const hold = (since = at(-1), more: object = {}) => ({
  status: 'on_hold',
  notice: {
    kind: 'hold',
    reason: 'photo-quality',
    text: 'Photo 3 is too small for a poster.',
    since,
    answerBy: '2026-12-02T12:00:00Z',
    default: 'print-as-is',
    action: { label: 'Choose another photo', url: new URL('/answer', defaultBrand.addresses.shop).href },
    ...more,
  },
})
const delay = (since = at(-1), more: object = {}) => ({
  status: 'delayed',
  notice: { kind: 'delay', reason: 'material', since, ...more },
})
const refund = (number: number, more: object = {}) => ({
  refundId: `00000000-0000-4000-8000-00000000000${number}`,
  amount: 2685,
  at: at(-1),
  state: 'paid',
  reason: 'complaint',
  method: 'paypal',
  expectedBy: '2026-12-04T12:00:00Z',
  ...more,
})

const cancelled = (ended = at(-1), more: object = {}) => ({
  status: 'Cancelled',
  payment: { method: 'paypal', paidAt: at(-70) },
  history: [{ status: 'Cancelled', at: ended }],
  ...more,
})

/** An event of each kind. */
const EVENTS: Record<string, (order: Sent) => Promise<void>> = {
  'a failed payment': order => order.send(failed()),
  'a hold with an action': order => order.send(hold()),
  async 'a delay with new days'(order) {
    await order.sendDates('2026-11-30', '2026-12-01')
    await order.sendDates('2026-12-07', '2026-12-09')
    await order.send(delay())
  },
  'a paid refund': order => order.send({ refunds: [refund(1)] }),
  'the end of a paid order': order => order.send(cancelled()),
}

describe('NX-115 an event is mailed with the code, a button to the order and customer care', () => {
  test.each([
    [
      'a failed payment',
      'Your payment didn’t go through',
      ['Nothing was charged. Pay by Sunday 29 November at 12:00, or we’ll cancel this order.', 'Pay £39.00'],
    ],
    [
      'a hold with an action',
      'We need your answer before we print',
      [
        'We’ve stopped this order since Friday 27 November at 10:50.',
        'Answer by Wednesday 2 December at 12:00, or we’ll print it as it is.',
        '> Photo 3 is too small for a poster.',
        'View order',
      ],
    ],
    [
      'a delay with new days',
      'Your order arrives later: 7–9 December',
      [
        'Material is late. It was due 30 November – 1 December; we’re sorry. You don’t need to do anything.',
        'View order',
      ],
    ],
    [
      'a paid refund',
      '£26.85 is on its way back to you',
      ['For the problem you reported. By 4 December (PayPal).', 'View order'],
    ],
    [
      'the end of a paid order',
      'This order was cancelled',
      ['You get your money back; we’ll tell you when it’s sent.', 'View order'],
    ],
  ])('%s', async (name, subject, words) => {
    const order = createOrder()
    await EVENTS[name]!(order)
    const [mail, ...others] = await readMails(order)
    expect(others).toEqual([])
    expect(mail!.to).toContain(customer.email)
    expect(mail!.subject.replaceAll(/\s/gu, ' ')).toBe(subject)
    const text = mail!.text.replaceAll(/[^\S\n]/gu, ' ').replace(', 29', ' 29')
    for (const each of words) expect(text).toContain(each)
    expect(text).toContain(`Order: ${order.code}\n`)
    const links = listLinks(mail!).map(({ href }) => href)
    expect(links[0]).toBe(`${server.origin}/orders/${order.code}`)
    expect(links[1]).toBe(defaultBrand.addresses.contact)
    // What opens the page of payments, or answers a hold, is behind the sign-in.
    for (const content of [mail!.text, mail!.html]) expect(content).not.toMatch(/\/pay\/4711|\/answer/)
  })
})

test.each(Object.keys(EVENTS))('NX-115 %s in ten versions is mailed once', async name => {
  const order = createOrder()
  for (let repeated = 0; repeated < 10; repeated++) await EVENTS[name]!(order)
  expect(await readMails(order)).toHaveLength(1)
  server.clock.advance(13 * HOUR)
  await order.send(name === 'a delay with new days' ? delay(at(-14)) : {})
  expect(await readMails(order)).toHaveLength(1)
})

test('NX-115 versions in disorder mail what the highest says, and an instant in another notation is the same event', async () => {
  const order = createOrder()
  const failedAt = at(-1)
  const written = failedAt.replace('.000Z', '+00:00')
  await Promise.all([
    order.send(failed(failedAt), 7),
    order.send(failed(written), 5),
    order.send(failed(written), 9),
    order.send({ status: 'Confirmed' }, 2),
  ])
  await order.send(failed(failedAt), 3)
  expect(await subjects(order)).toEqual(['Your payment didn’t go through'])
})

test('NX-115 a second failed payment, a second hold and each refund are events of their own', async () => {
  const order = createOrder()
  const versions = [
    failed(at(-3)),
    failed(at(-1)),
    hold(at(-3)),
    hold(at(-2), { text: 'Photo 4, too.' }),
    { refunds: [refund(1, { amount: 100 }), refund(2, { amount: 200 })] },
  ]
  for (const version of versions) {
    await order.send(version)
    await server.idle()
  }
  expect((await subjects(order)).toSorted()).toEqual([
    'We need your answer before we print',
    'We need your answer before we print',
    'Your payment didn’t go through',
    'Your payment didn’t go through',
    '£1.00 is on its way back to you',
    '£2.00 is on its way back to you',
  ])
})

test.each([
  ['a failed payment', (since: string) => failed(since)],
  [
    'a failed payment whose instant only the history has',
    (since: string) => ({
      ...PAY,
      status: 'paymentFailed',
      history: [{ status: 'paymentFailed', at: since }],
    }),
  ],
  ['a hold', (since: string) => hold(since)],
  ['a refund', (since: string) => ({ refunds: [refund(1, { at: since })] })],
])('NX-115 %s that is older than 24 hours when its version arrives is not mailed', async (_, tell) => {
  const [old, recent] = [createOrder(), createOrder()]
  await old.send(tell(new Date(Date.parse(NOW) - 24 * HOUR - 1000).toISOString()))
  await recent.send(tell(at(-24)))
  expect(await readMails(old)).toEqual([])
  expect(await readMails(recent)).toHaveLength(1)
})

test('NX-115 a delay that is older than 24 hours when its order arrives is not mailed, whichever state comes last', async () => {
  const orders = [createOrder(), createOrder()]
  await orders[0]!.send(delay(at(-25)))
  for (const order of orders) {
    await order.sendDates('2026-11-30', '2026-12-01')
    await order.sendDates('2026-12-07', '2026-12-09')
  }
  await orders[1]!.send(delay(at(-25)))
  for (const order of orders) expect(await readMails(order)).toEqual([])
})

test('NX-115 a failed payment of an order without any instant counts as old as the order', async () => {
  const order = createOrder()
  await order.send({ status: 'paymentFailed', ...PAY })
  expect(await readMails(order)).toEqual([])
  const recent = createOrder()
  await recent.send({ status: 'paymentFailed', ...PAY, createdAt: at(-2) })
  expect(await readMails(recent)).toHaveLength(1)
})

test('NX-115 new days of a delay are mailed once a day of the brand at most, and each only once', async () => {
  const order = createOrder()
  await order.sendDates('2026-11-30', '2026-12-01')
  await order.send({ status: 'Confirmed' })
  await order.send(delay())
  expect(await subjects(order)).toEqual([])
  await order.sendDates('2026-12-03', '2026-12-04')
  const first = 'Your order arrives later: 3–4 December'
  expect(await subjects(order)).toEqual([first])
  // Five minutes after midnight.
  server.clock.set('2026-11-28T00:05:00Z')
  await order.sendDates('2026-12-10', '2026-12-11')
  const second = 'Your order arrives later: 10–11 December'
  expect(await subjects(order)).toEqual([first, second])
  server.clock.set('2026-11-30T09:00:00Z')
  await order.sendDates('2026-12-10', '2026-12-11')
  await order.send(delay('2026-11-29T20:00:00Z', { reason: 'weather' }))
  expect(await subjects(order)).toEqual([first, second])
})

describe('RV-1064 what a delay says later on a day of its mail is mailed on the next morning', () => {
  const first = 'Your order arrives later: 3–4 December'
  let order: Sent
  beforeEach(async () => {
    order = createOrder()
    await order.sendDates('2026-11-30', '2026-12-01')
    await order.send(delay())
    await order.sendDates('2026-12-03', '2026-12-04')
    expect(await subjects(order)).toEqual([first])
  })
  const passTo = async (instant: string) => {
    server.clock.set(instant)
    await sendDueOrderMails(server.ctx)
  }

  test('the last days of several, at eight, once', async () => {
    await order.sendDates('2026-12-07', '2026-12-09')
    await order.sendDates('2026-12-08', '2026-12-10')
    expect(await subjects(order)).toEqual([first])
    await passTo('2026-11-28T07:59:59Z')
    expect(await subjects(order)).toEqual([first])
    for (const instant of ['2026-11-28T08:00:00Z', '2026-11-28T08:10:00Z']) {
      await passTo(instant)
      expect(await subjects(order)).toEqual([first, 'Your order arrives later: 8–10 December'])
    }
  })

  test('also while a thousand others that were due before cannot be sent', async () => {
    await order.sendDates('2026-12-07', '2026-12-09')
    const stuck = Array.from({ length: 1000 }, () => ({
      mail_id: randomUUID(),
      account_id: customer.accountId,
      order_code: 'K-stuck',
      kind: 'order-hold' as const,
      event_key: randomUUID(),
      requested_at: server.clock.now(),
      due_at: server.clock.now(),
    }))
    await insertRows(server.ctx.db, 'order_mails', stuck)
    await passTo('2026-11-28T08:00:00Z')
    expect(await subjects(order)).toEqual([first, 'Your order arrives later: 7–9 December'])
    await deleteRows(server.ctx.db, 'order_mails', { order_code: 'K-stuck' })
  })

  test.each([
    ['the first ones', '2026-11-30', '2026-12-01', '30 November – 1 December'],
    ['others before those of the mail', '2026-12-02', '2026-12-03', '2–3 December'],
  ])('that it arrives earlier than the mail said: %s', async (_, from, to, days) => {
    await order.sendDates(from, to)
    await order.send({ status: 'producing' })
    await passTo('2026-11-28T08:00:00Z')
    const [, subject, ...others] = await subjects(order)
    expect(others).toEqual([])
    expect(subject).toBe(`Your order arrives earlier: ${days}`)
  })

  test('that it arrives later, also when it has been sent meanwhile, or its delay is not told any more', async () => {
    await order.sendDates('2026-12-07', '2026-12-09')
    const parcel = { number: '1', carrier: 'Postline', shippedAt: at(0), productCodes: [`${order.code}-1`] }
    await order.send({ status: 'Dispatched', parcels: [parcel] })
    expect(await subjects(order)).toEqual([first])
    await passTo('2026-11-28T08:00:00Z')
    const later = 'Your order arrives later: 7–9 December'
    expect(await subjects(order)).toEqual([first, later])
    await order.sendDates('2026-12-09', '2026-12-11')
    await passTo('2026-11-29T08:00:00Z')
    expect(await subjects(order)).toEqual([first, later, 'Your order arrives later: 9–11 December'])
  })

  test('nothing of one that is stopped', async () => {
    await order.send({ status: 'on_hold', notice: { kind: 'hold', reason: 'payment-check', since: at(0) } })
    await order.sendDates('2026-12-07', '2026-12-09')
    await passTo('2026-11-28T08:00:00Z')
    expect(await subjects(order)).toEqual([first])
  })

  test('nothing when it is as the mail said again, or the order has ended', async () => {
    await order.sendDates('2026-12-07', '2026-12-09')
    await order.sendDates('2026-12-03', '2026-12-04')
    await passTo('2026-11-28T08:00:00Z')
    expect(await subjects(order)).toEqual([first])
    const later = [first, 'Your order arrives later: 7–9 December']
    await order.sendDates('2026-12-07', '2026-12-09')
    expect(await subjects(order)).toEqual(later)
    await order.sendDates('2026-12-08', '2026-12-10')
    await order.send({ status: 'Cancelled', payment: { method: 'paypal' } })
    await passTo('2026-11-29T08:00:00Z')
    expect(await subjects(order)).toEqual(later)
  })
})

describe('RV-1064 the end of a paid order', () => {
  test.each([
    ['verification failed', 'We couldn’t make this order'],
    ['rejected', 'We couldn’t make this order'],
    ['cancelled', 'This order was cancelled'],
  ])('%s is mailed once, and the refund after it', async (status, subject) => {
    const order = createOrder()
    const ended = cancelled(at(-1), { status, history: [{ status, at: at(-1) }] })
    await order.send(ended)
    await order.send(ended)
    expect(await subjects(order)).toEqual([subject])
    await order.send({ ...ended, refunds: [refund(1, { reason: 'cancellation' })] })
    expect(await subjects(order)).toEqual([subject, '£26.85 is on its way back to you'])
  })

  test.each([
    ['was not paid', { payment: { method: 'paypal' } }],
    ['is older than a day', { history: [{ status: 'Cancelled', at: '2026-11-26T11:49:59Z' }] }],
  ])('that %s is not mailed', async (_, more) => {
    const order = createOrder()
    await order.send(cancelled(at(-1), more))
    expect(await subjects(order)).toEqual([])
  })

  test('is mailed without a history by the version that is the first to say so, and not when an old order is imported', async () => {
    const [order, imported] = [createOrder(), createOrder()]
    const ended = cancelled(at(-1), { history: [] })
    await order.send({ payment: ended.payment })
    for (const each of [order, order, imported, imported]) await each.send(ended)
    expect(await subjects(order)).toEqual(['This order was cancelled'])
    expect(await subjects(imported)).toEqual([])
  })

  test('says that a parcel is still on its way', async () => {
    const order = createOrder()
    const parcel = { number: '1', carrier: 'Postline', shippedAt: at(-30), productCodes: [`${order.code}-1`] }
    await order.send(cancelled(at(-1), { parcels: [parcel] }))
    const [mail] = await readMails(order)
    expect(mail!.text).toContain('A parcel is still on its way. Ask customer care what to do with it.')
  })

  test('whose refund comes with it is mailed by that alone', async () => {
    const order = createOrder()
    await order.send(cancelled(at(-1), { refunds: [refund(1, { reason: 'cancellation' })] }))
    expect(await subjects(order)).toEqual(['£26.85 is on its way back to you'])
  })
})

test.each([
  ['earlier days', '2026-11-28', '2026-11-29'],
  ['the same days', '2026-11-30', '2026-12-01'],
  ['days that are over', '2026-11-24', '2026-11-25'],
])('NX-115 NX-107 a delay with %s is not mailed', async (_, from, to) => {
  const order = createOrder()
  await order.send(delay())
  await order.sendDates('2026-11-30', '2026-12-01')
  await order.sendDates(from, to)
  expect(await readMails(order)).toEqual([])
})

test.each([
  ['a hold without an action', () => hold(at(-1), { action: undefined })],
  ['an announced refund', () => ({ refunds: [refund(1, { state: 'announced' })] })],
  ['an information', () => ({ notice: { kind: 'info', text: 'We close at noon.', since: at(-1) } })],
  ['an order without news', () => ({})],
])('NX-115 %s is not mailed', async (_, tell) => {
  const order = createOrder()
  await order.send(tell())
  expect(await readMails(order)).toEqual([])
})

test('NX-115 NX-107 no day that is over is named as one to come', async () => {
  const [paid, answered, late] = [createOrder(), createOrder(), createOrder()]
  await paid.send({ refunds: [refund(1, { at: at(-20), expectedBy: at(-1) })] })
  await answered.send(hold(at(-20), { answerBy: at(-1) }))
  await late.send({ ...failed(), paymentExpiresAt: at(-1) })
  const texts = await Promise.all([paid, answered, late].map(async each => (await readMails(each))[0]!))
  expect(texts[0]!.subject).toBe('£26.85 was refunded')
  expect(texts[0]!.text).toContain('Sent on 26 November (PayPal). Not there? Contact customer care.')
  expect(texts[1]!.text).not.toContain('nswer by')
  expect(texts[2]!.text).toContain('The time to pay is over, so we won’t make this order.')
  expect(texts[2]!.text).not.toContain('Pay £39.00')
})

test('NX-109 days in mails have their year over New Year, in the brand’s time zone', async () => {
  server.clock.set('2026-12-29T23:30:00Z')
  const order = createOrder()
  await order.sendDates('2026-12-30', '2026-12-31')
  await order.sendDates('2026-12-31', '2027-01-04')
  await order.send({ ...delay(), refunds: [refund(1, { expectedBy: '2027-01-03T12:00:00Z' })] })
  expect((await subjects(order)).toSorted()).toEqual([
    'Your order arrives later: 31 December 2026 – 4 January 2027',
    '£26.85 is on its way back to you',
  ])
  const texts = (await readMails(order)).map(({ text }) => text).join('\n')
  expect(texts).toContain('By 3 January 2027 (PayPal).')
  expect(texts.replaceAll(/[^\S\n]/gu, ' ')).toContain('It was due 30–31 December;')
})

const holdOfPayment = (since = at(-1)) => ({ notice: { kind: 'hold', reason: 'payment-check', since } })

describe('NX-105 the customer of an order that waited without a question is mailed when it goes on', () => {
  test('once, with the days of its delivery', async () => {
    const order = createOrder()
    await order.sendDates('2026-12-01', '2026-12-02')
    await order.send(holdOfPayment())
    expect(await subjects(order)).toEqual([])
    await order.send({})
    await order.send({ status: 'ProductionStarted' })
    const [mail, ...others] = await readMails(order)
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Your order goes on')
    const text = mail!.text.replaceAll(/[^\S\n]/gu, ' ')
    expect(text).toContain('We’ve finished checking it. You don’t need to do anything.')
    expect(text).toContain('1–2 December')
  })

  test('again for another stop, and for one that only the status told', async () => {
    const order = createOrder()
    await order.send({ status: 'on_hold', history: [{ status: 'on_hold', at: at(-3) }] })
    await order.send({})
    await server.idle()
    await order.send(holdOfPayment(at(-0.5)))
    await order.send({})
    expect(await subjects(order)).toEqual(['Your order goes on', 'Your order goes on'])
  })

  test('not when the customer had to answer, and not when it was cancelled', async () => {
    const answered = createOrder()
    await answered.send(hold())
    await answered.send({})
    expect(await subjects(answered)).not.toContain('Your order goes on')
    const cancelled = createOrder()
    await cancelled.send(holdOfPayment())
    await cancelled.send({ status: 'Cancelled' })
    expect(await subjects(cancelled)).toEqual([])
  })

  test('not by an import of what ended days ago', async () => {
    const order = createOrder()
    await order.send({ status: 'on_hold', history: [{ status: 'on_hold', at: at(-70) }] })
    const history = [
      { status: 'on_hold', at: at(-70) },
      { status: 'Dispatched', at: at(-48) },
    ]
    await order.send({ status: 'Dispatched', history })
    expect(await subjects(order)).toEqual([])
  })
})

test('NX-115 a brand whose retailer mails sends none', async () => {
  onTestFinished(() => void delete defaultBrand.orderMails)
  defaultBrand.orderMails = 'retailer'
  for (const tell of Object.values(EVENTS)) {
    const order = createOrder()
    await tell(order)
    expect(await readMails(order)).toEqual([])
  }
})

test('NX-115 a dry run mails nothing', async () => {
  const { code } = createOrder()
  const products = [productForTests(`${code}-1`)]
  const body = { accountId: customer.accountId, createdAt: at(-2), version: 1, products, ...failed() }
  await put(`orders/${code}?dryRun=true`, body)
  await server.idle()
  expect(server.mailbox.list().filter(({ text }) => text.includes(code))).toEqual([])
})

test.each(LANGUAGES)('NX-115 each event is mailed in %s, with all its facts', async locale => {
  const update = server.ctx.db.updateTable('customers').set({ locale })
  await update.where('account_id', '=', customer.accountId).execute()
  for (const tell of Object.values(EVENTS)) {
    const order = createOrder()
    await tell(order)
    const [mail] = await readMails(order)
    expect(mail!.html).toContain(`lang="${locale}"`)
    const words = [mail!.subject, mail!.text.split('-- ')[0]!.replaceAll(/https?:\S+/g, '')].join('\n')
    expect(words).not.toMatch(/[{}<]|\b(undefined|null|Invalid)\b/)
    if (locale !== 'en-GB') expect(words).not.toMatch(/\b(your|payment|arrives)\b/i)
  }
})

describe('NX-115 before a mail is sent', () => {
  let quiet: TestServer
  let owner: Client
  beforeEach(async () => {
    quiet = await testServer({ config: CONFIG, work: false })
    quiet.clock.set(NOW)
    owner = await quiet.customer()
    return () => quiet.close()
  })
  const work = async () => {
    await quiet.ctx.jobs.work(quiet.ctx, declaredJobs)
    await quiet.idle()
  }
  const listMails = () => quiet.ctx.db.selectFrom('order_mails').selectAll().execute()

  test('it is looked at again: after a payment, an answer, and other days none is sent', async () => {
    const [paid, goesOn, delayed] = [1, 2, 3].map(() => createOrder(owner, quiet))
    await paid!.send(failed())
    await paid!.send({ status: 'paymentSuccess' })
    await goesOn!.send(hold())
    await goesOn!.send({ status: 'ProductionStarted' })
    await EVENTS['a delay with new days']!(delayed!)
    await delayed!.sendDates('2026-12-14', '2026-12-15')
    await work()
    expect(await readMails(paid!, quiet)).toEqual([])
    expect(await readMails(goesOn!, quiet)).toEqual([])
    expect(await subjects(delayed!, quiet)).toEqual(['Your order arrives later: 14–15 December'])
    // What ended before its mail is an event again when it is told again.
    await goesOn!.send(hold())
    expect(await readMails(goesOn!, quiet)).toHaveLength(1)
  })

  test('the account may be closed, or erased: none is sent, and no row is left of an erased one', async () => {
    const other = await quiet.customer()
    const [closed, erased] = [createOrder(owner, quiet), createOrder(other, quiet)]
    for (const order of [closed, erased]) await order.send(failed())
    await change(quiet.ctx, tx => closeAccount(quiet.ctx, tx, owner.accountId, quiet.clock.now()))
    await createEraseAccountCommand(domains).parse([other.email, '--by', 'Ada'])?.(quiet.ctx, () => {})
    await closed.send(hold())
    expect((await listMails()).map(({ account_id }) => account_id)).toEqual([owner.accountId])
    await work()
    for (const order of [closed, erased]) expect(await readMails(order, quiet)).toEqual([])
    expect(await listMails()).toEqual([])
  })

  test('the process may end at any step: the mail is sent all the same, and not again once that is stored', async () => {
    const order = createOrder(owner, quiet)
    await order.send(failed())
    const mailId = (await listMails())[0]!.mail_id
    const payload = { accountId: owner.accountId, mailId }
    const isMailed = async () => (await listMails())[0]!.mailed_at !== null
    for (let steps = 0; !(await isMailed()); steps++)
      await sendOrderMail(crashAfter(quiet.ctx, steps).ctx, payload).catch(() => {})
    const sent = quiet.mailbox.list().filter(({ text }) => text.includes(order.code)).length
    expect(sent).toBeGreaterThan(0)
    await sendOrderMail(quiet.ctx, payload)
    await work()
    await order.send(failed())
    expect(await readMails(order, quiet)).toHaveLength(sent)
  })

  test('a version that tells of it again while its job finds that it is over is not lost', async () => {
    const order = createOrder(owner, quiet)
    await order.send(hold())
    await order.send({ status: 'ProductionStarted' })
    const mailId = (await listMails())[0]!.mail_id
    let isToldAgain = false
    const ctx = {
      ...quiet.ctx,
      db: quiet.ctx.db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          // The hold comes back after the job has read the order.
          const isOrder = result.rows.some(row => (row as { code?: string }).code === order.code)
          if (isOrder && !isToldAgain) {
            isToldAgain = true
            await order.send(hold())
          }
          return result
        },
      }),
    }
    await sendOrderMail(ctx, { accountId: owner.accountId, mailId })
    expect(isToldAgain).toBe(true)
    await work()
    expect(await readMails(order, quiet)).toHaveLength(1)
  })
})
