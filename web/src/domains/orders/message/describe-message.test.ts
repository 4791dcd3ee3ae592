import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderComplaint } from '#contract/complaint.ts'
import { listMessageInstants } from '#contract/order-message.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import {
  at,
  day,
  ORDERS_NOW,
  orderForTests,
  parcelForTests,
  productForTests,
} from '#contract/orders.testing.ts'
import type { Order } from '#contract/orders.ts'
import type { Refund } from '#contract/refunds.ts'
import { ASSORTMENT } from '#web/domains/merchandise/merchandise.testing.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { findOrderChip } from '../order-chip.ts'
import { describeOrderMessage } from './describe-message.ts'

const NOW = ORDERS_NOW
const DAY = 86_400_000
const texts = textsForTests()

const dates = (from: number, to: number, more = {}) => ({
  deliveryDates: [{ from: day(from), to: day(to), productCodes: ['P-1'], ...more }],
})
const PAY = { paymentUrl: 'https://shop.example/pay', paymentExpiresAt: '2026-11-23T23:59:00Z' }
const hold = (more = {}) => ({
  notice: { kind: 'hold', reason: 'photo-quality', since: at(-1), ...more } as Order['notice'],
})
const ACTION = { action: { label: 'Check your photo', url: 'https://shop.example/photo' } }
const refunds = (more = {}) => ({
  refunds: [
    {
      refundId: 'r',
      amount: 2685,
      at: at(-2),
      state: 'paid',
      reason: 'cancellation',
      method: 'paypal',
      ...more,
    },
  ] as Order['refunds'],
})

function read(parts: Partial<Order>, now = NOW) {
  const order = orderForTests(parts)
  const moment = Date.parse(now)
  const { view } = describeOrderMessage({ order, texts, assortment: ASSORTMENT, now: moment })
  const chip = findOrderChip(texts, order, moment)
  return {
    chip: `${chip.label} ${chip.tone}`,
    tone: view.tone,
    heading: view.heading,
    text: [...view.sentences, ...(view.contact ? [texts.text(view.contact)] : [])].join(' '),
    line: view.line,
    actions: view.actions.map(({ kind }) => kind),
    quotation: view.quotation,
  }
}

type Row = [string, Partial<Order>, Partial<ReturnType<typeof read>>, now?: string]

describe('NX-101 NX-102 NX-103 RV-821 the payment, before and after its time', () => {
  test.each<Row>([
    [
      'failed, and can be made again',
      { status: 'paymentFailed', ...PAY },
      {
        chip: 'Payment failed critical',
        tone: 'red',
        heading: 'Your payment didn’t go through',
        text: 'Nothing was charged. Pay by Monday 23 November at 23:59, or we’ll cancel this order.',
        line: 'Pay by Monday 23 November at 23:59',
        actions: ['pay'],
      },
    ],
    [
      'failed, in the last millisecond',
      { status: 'paymentFailed', ...PAY },
      { actions: ['pay'] },
      '2026-11-23T23:58:59.999Z',
    ],
    [
      'failed, and the time is over',
      { status: 'paymentFailed', ...PAY },
      {
        heading: 'Your payment didn’t go through',
        text: 'The time to pay is over, so we won’t make this order. Nothing was charged.',
        actions: ['reorder'],
      },
      '2026-11-23T23:59:00Z',
    ],
    ['failed without a way to pay', { status: 'paymentFailed' }, { actions: ['reorder'] }],
    [
      'failed without a deadline',
      { status: 'paymentFailed', paymentUrl: PAY.paymentUrl },
      { text: 'Nothing was charged. You can pay again.', actions: ['pay'] },
    ],
    [
      'awaited',
      { status: 'Received', ...PAY },
      {
        chip: 'Awaiting payment progress',
        tone: 'amber',
        heading: 'Pay by Monday 23 November at 23:59',
        text: 'We start as soon as you’ve paid. After that time we’ll cancel this order.',
        actions: ['pay'],
      },
    ],
    [
      'awaited, and the time is over',
      { status: 'Received', ...PAY },
      { heading: 'The time to pay is over', text: 'We’re cancelling this order. Nothing was charged.' },
      '2026-11-24T00:00:00Z',
    ],
    [
      'of the next year',
      { status: 'Received', ...PAY, paymentExpiresAt: '2027-01-04T10:00:00Z' },
      { heading: 'Pay by Monday, 4 January 2027 at 10:00' },
    ],
  ])('%s', (_, parts, shown, now) => {
    expect(read(parts, now)).toMatchObject(shown)
  })
})

describe('NX-105 RV-822 a hold', () => {
  test.each<Row>([
    [
      'with an action and a default',
      hold({
        ...ACTION,
        text: 'Page 14 is small.',
        answerBy: '2026-11-28T18:00:00Z',
        default: 'print-as-is',
      }),
      {
        chip: 'On hold warning',
        tone: 'amber',
        heading: 'We need your answer before we print',
        text: 'We’ve stopped this order since Saturday 21 November at 10:00. Answer by Saturday 28 November at 18:00, or we’ll print it as it is.',
        quotation: 'Page 14 is small.',
        line: 'We need your answer',
        actions: ['answer'],
      },
    ],
    [
      'that cancels',
      hold({ ...ACTION, answerBy: at(6), default: 'cancel' }),
      {
        text: 'We’ve stopped this order since Saturday 21 November at 10:00. Answer by Saturday 28 November at 10:00, or we’ll cancel it.',
      },
    ],
    [
      'whose time to answer is over',
      hold({ ...ACTION, answerBy: at(-0.5, '09:00:00'), default: 'cancel' }),
      { text: 'We’ve stopped this order since Saturday 21 November at 10:00.' },
    ],
    [
      'without an action',
      hold(),
      {
        heading: 'We’re checking your order',
        text: 'It has been waiting since 21 November. You don’t need to do anything; we’ll email you when it goes on.',
        actions: [],
      },
    ],
    [
      'of an address that is not known',
      hold({ reason: 'address' }),
      { heading: 'We’re checking your order' },
    ],
    [
      'of an address that can be changed',
      { ...hold({ reason: 'address' }), deliveryAddress: { type: 'Home' } as Order['deliveryAddress'] },
      { heading: 'We can’t deliver to this address', actions: ['address'] },
    ],
    [
      'by its status alone',
      { status: 'on_hold' },
      { chip: 'On hold warning', text: 'You don’t need to do anything; we’ll email you when it goes on.' },
    ],
  ])('%s', (_, parts, shown, now) => {
    expect(read(parts, now)).toMatchObject(shown)
  })

  test('has a heading for each reason', () => {
    const reasons = ['photo-quality', 'address', 'content', 'payment-check', 'other', 'new-one']
    expect(reasons.map(reason => read(hold({ ...ACTION, reason })).heading)).toEqual([
      'We need your answer before we print',
      'We can’t deliver to this address',
      'We need to look at your photos',
      'We’re checking your payment',
      'We’re checking your order',
      'We’re checking your order',
    ])
  })
})

describe('NX-146 a refund, and the end of an order', () => {
  test.each<Row>([
    [
      'announced',
      refunds({ state: 'announced', expectedBy: at(6) }),
      {
        tone: 'green',
        heading: '£26.85 is on its way back to you',
        text: 'For your cancelled order. By 28 November (PayPal).',
      },
    ],
    [
      'paid',
      refunds({ expectedBy: at(6) }),
      {
        heading: '£26.85 is on its way back to you',
        text: 'For your cancelled order. Sent on 20 November (PayPal). It should be there by 28 November.',
        line: '£26.85 is on its way back to you',
      },
    ],
    [
      'over the day by which it should be there',
      refunds({ at: at(-9), expectedBy: at(-2) }),
      {
        heading: '£26.85 was refunded',
        text: 'Sent on 13 November (PayPal). Not there? Contact customer care.',
        line: '£26.85 refunded on 13 November',
      },
    ],
    [
      'to the card of the payment',
      {
        ...refunds({ method: 'card', state: 'announced' }),
        payment: { method: 'card', lastDigits: '4242' },
      },
      { text: 'For your cancelled order. Refund: card ending in 4242.' },
    ],
    [
      'RV-1154 cancelled on its way: no money of which nothing says that it was paid, and what of the parcel',
      {
        status: 'Cancelled',
        history: [
          { status: 'Confirmed', at: at(-4) },
          { status: 'Dispatched', at: at(-3) },
          { status: 'Cancelled', at: at(-1) },
        ],
        ...parcelForTests({ shippedAt: at(-3), deliveredAt: undefined }),
      },
      {
        heading: 'This order was cancelled on 21 November',
        text: 'A parcel is still on its way. Ask customer care what to do with it.',
      },
    ],
    [
      'of a cancelled order, 31 days ago',
      { status: 'Cancelled', ...refunds({ at: at(-31) }) },
      {
        heading: 'This order was cancelled',
        text: '£26.85 was refunded on 22 October. £12.15 is still to come.',
      },
    ],
    [
      'of nothing',
      { status: 'Cancelled', history: [{ status: 'Cancelled', at: at(-1) }] },
      {
        chip: 'Cancelled critical',
        tone: 'red',
        heading: 'This order was cancelled on 21 November',
        text: 'Nothing was charged.',
      },
    ],
    [
      'to come',
      { status: 'rejected', payment: { method: 'card', paidAt: at(-3) } },
      {
        heading: 'We couldn’t make this order',
        text: 'You get your money back; we’ll tell you when it’s sent.',
      },
    ],
  ])('%s', (_, parts, shown, now) => {
    expect(read(parts, now)).toMatchObject(shown)
  })
})

const delay = (more = {}) => ({
  notice: { kind: 'delay', reason: 'carrier', since: at(-1), ...more } as Order['notice'],
})
const PROMISED = { promised: { from: day(1), to: day(2) } }

describe('NX-104 NX-107 RV-822 what is late', () => {
  test.each<Row>([
    [
      'delayed, with new days, before them',
      { ...delay(), ...dates(5, 8, PROMISED) },
      {
        chip: 'Delayed warning',
        tone: 'amber',
        heading: 'Now arriving 27–30 November',
        text: 'The carrier is slower than usual. It was due 23–24 November; we’re sorry. You don’t need to do anything.',
        line: 'Now arriving 27–30 November',
      },
    ],
    [
      'RV-1066 delayed, with days before those that were promised: neither late nor an apology',
      { status: 'ProductionStarted', ...delay(), ...dates(1, 2, { promised: { from: day(5), to: day(8) } }) },
      {
        chip: 'In production progress',
        tone: 'green',
        heading: 'Now arriving 23–24 November',
        text: 'It was due 27–30 November.',
      },
    ],
    [
      'delayed, on the last of the new days',
      { ...delay(), ...dates(5, 8, PROMISED) },
      { heading: 'Now arriving 27–30 November' },
      '2026-11-30T23:59:59Z',
    ],
    [
      'delayed, after the new days',
      { ...delay(), ...dates(5, 8, PROMISED) },
      { heading: 'This is taking longer than we said', actions: ['contact'] },
      '2026-12-01T00:00:00Z',
    ],
    [
      'delayed, in the retailer’s words',
      { ...delay({ text: 'A machine stood still' }), ...dates(5, 8, PROMISED) },
      {
        text: 'A machine stood still. It was due 23–24 November; we’re sorry. You don’t need to do anything.',
      },
    ],
    [
      'delayed without new days',
      { status: 'delayed' },
      {
        heading: 'This takes longer than planned',
        text: 'We’re sorry. You don’t need to do anything.',
      },
    ],
    [
      'not sent after its last day',
      dates(-3, -1),
      {
        chip: 'In production progress',
        heading: 'This is taking longer than we said',
        text: 'It was due 19–21 November. We’re sorry; we’re finding out when it leaves.',
        line: 'Late: was due 19–21 November',
        actions: ['contact'],
      },
    ],
    [
      'sent, a day late',
      { status: 'Dispatched', ...parcelForTests(), ...dates(-3, -1) },
      {
        chip: 'Sent progress',
        heading: 'Your parcel is late',
        text: 'It was due 19–21 November and isn’t marked as delivered. Please look with your neighbours or in a safe place.',
        actions: ['track'],
      },
    ],
    [
      'sent, three days late',
      { status: 'Dispatched', ...parcelForTests(), ...dates(-3, -1) },
      {
        text: 'It was due 19–21 November and isn’t marked as delivered. If it isn’t with a neighbour or in a safe place, tell us: we’ll make it again or refund it.',
        actions: ['track', 'not-arrived'],
      },
      '2026-11-24T00:00:00Z',
    ],
    [
      'NX-108 sent, 30 days late',
      { status: 'Dispatched', ...parcelForTests(), ...dates(-3, -1) },
      {
        chip: 'Sent neutral',
        tone: 'plain',
        heading: 'Sent on 19 November 2026',
        text: 'It was expected on 19–21 November 2026.',
        actions: [],
      },
      '2026-12-21T00:00:00Z',
    ],
    [
      'NX-108 sent long ago, without days',
      {
        status: 'shipped',
        createdAt: '2023-12-11T10:00:00Z',
        ...parcelForTests({ shippedAt: '2023-12-14T10:00:00Z' }),
      },
      { heading: 'Sent on 14 December 2023', text: '', line: 'Sent on 14 December 2023' },
    ],
  ])('%s', (_, parts, shown, now) => {
    expect(read(parts, now)).toMatchObject(shown)
  })
})

const KIOSK = {
  type: 'PickupPoint',
  pickupPointName: 'The Corner Shop',
  street: 'Cotham Hill',
  streetNumber: '2',
  city: 'Bristol',
  countryCode: 'GB',
} as Order['deliveryAddress']

describe('NX-110 NX-111 on its way', () => {
  test.each<Row>([
    [
      'ready for pick-up',
      {
        status: 'Dispatched',
        deliveryAddress: KIOSK,
        ...parcelForTests({ pickupReadyAt: at(-1), pickupUntil: at(6), pickupCode: '4817' }),
      },
      {
        chip: 'Ready for pick-up progress',
        heading: 'Ready for pick-up until 28 November',
        text: 'At The Corner Shop, 2 Cotham Hill, Bristol. Bring your ID and the code 4817.',
        line: 'Ready for pick-up until 28 November\u00a0· The Corner Shop, 2 Cotham Hill, Bristol\u00a0· Code 4817',
        actions: ['way'],
      },
    ],
    [
      'RV-1074 ready for pick-up where the number follows the street',
      {
        status: 'Dispatched',
        deliveryAddress: { ...KIOSK!, street: 'Lindenstraße', city: 'Köln', countryCode: 'DE' },
        ...parcelForTests({ pickupReadyAt: at(-1), pickupUntil: at(6), pickupCode: '4817' }),
      },
      { text: 'At The Corner Shop, Lindenstraße 2, Köln. Bring your ID and the code 4817.' },
    ],
    [
      'ready for pick-up after the last day on which it should have come',
      {
        ...{ status: 'Dispatched', deliveryAddress: KIOSK },
        ...parcelForTests({
          ...{ expectedFrom: '2026-11-18', expectedTo: '2026-11-19' },
          ...{ pickupReadyAt: at(-3), pickupUntil: at(6), pickupCode: '4817' },
        }),
      },
      { heading: 'Ready for pick-up until 28 November' },
    ],
    [
      'picked up too late: no code',
      {
        status: 'Dispatched',
        ...parcelForTests({ pickupReadyAt: at(-1), pickupUntil: at(6), pickupCode: '4817' }),
      },
      { heading: 'On its way', text: 'It left us on 19 November.' },
      '2026-11-28T10:00:00Z',
    ],
    [
      'partly sent',
      {
        products: [
          productForTests('P-1', 'Dispatched', '24 prints'),
          productForTests('P-2', 'producing', 'Photo book'),
        ],
        ...parcelForTests(),
        deliveryDates: [
          { from: day(1), to: day(1), productCodes: ['P-1'] },
          { from: day(4), to: day(6), productCodes: ['P-2'] },
        ],
      },
      {
        chip: 'Partly sent progress',
        heading: '1 product is on its way, the rest follows',
        text: '24 prints: arriving 23 November. Photo book: arriving 26–28 November.',
        actions: ['track'],
      },
    ],
    [
      'delivered',
      {
        status: 'Dispatched',
        ...parcelForTests({ deliveredAt: at(-1), deliveredTo: 'Left with a neighbour, no. 14' }),
      },
      {
        chip: 'Delivered progress',
        heading: 'Delivered on 21 November',
        text: 'Left with a neighbour, no. 14. Something wrong with it? Tell us by 21 November 2028.',
        actions: ['report'],
      },
    ],
    [
      'delivered, and too late to report',
      { status: 'Dispatched', complaintUntil: at(-1), ...parcelForTests({ deliveredAt: at(-2) }) },
      { text: '', actions: [] },
    ],
    [
      'sent, to arrive',
      { status: 'Dispatched', ...parcelForTests(), ...dates(1, 3) },
      { heading: 'Arriving 23–25 November', text: 'It left us on 19 November.', actions: ['track'] },
    ],
    [
      'in production',
      dates(36, 43),
      {
        heading: 'Arriving 28 December 2026\u2009–\u20094 January 2027',
        text: 'It’s in production, so it can no longer be changed.',
      },
    ],
    [
      'ordered, to be changed today',
      { status: 'paymentSuccess', addressChangeUntil: at(0, '14:00:00'), cancelUntil: at(0, '14:00:00') },
      {
        chip: 'Ordered progress',
        heading: 'We have your order',
        text: 'We start production today at 14:00. Until then you can change the address or cancel.',
      },
    ],
    [
      'ordered, to be changed tomorrow',
      { status: 'paymentSuccess', addressChangeUntil: at(1, '14:00:00') },
      { text: 'We start production on Monday 23 November at 14:00. Until then you can change the address.' },
    ],
    [
      'NX-159 ordered, of an older order system',
      { status: 'paymentSuccess' },
      { heading: 'We have your order', text: '', line: undefined, actions: [] },
    ],
    [
      'of a status that is not known',
      { status: 'gift-wrapped' },
      { chip: 'gift-wrapped plain', tone: 'plain' },
    ],
    [
      'with an information',
      { notice: { kind: 'info', text: 'Your book is beautiful.', since: at(-1) } },
      { quotation: 'Your book is beautiful.' },
    ],
  ])('%s', (_, parts, shown, now) => {
    const found = read(parts, now)
    expect({ ...found, heading: found.heading.replace(/\s–\s/, '\u2009–\u2009') }).toMatchObject(shown)
  })
})

const complaints = (more: Partial<OrderComplaint>): Partial<Order> => ({
  status: 'Dispatched',
  ...parcelForTests({ deliveredAt: at(-2) }),
  complaints: [
    {
      complaintId: 'c',
      state: 'sent',
      productCodes: ['P-1'],
      submittedAt: at(0, '09:00:00'),
      updatedAt: at(0, '09:00:00'),
      ...more,
    },
  ],
})
const decided = (decision: Omit<NonNullable<OrderComplaint['decision']>, 'at'>, objectUntil?: string) =>
  complaints({ state: 'decided', decision: { at: at(-1), ...decision }, objectUntil })

describe('NX-101 a report: rows 6, 11 and 12', () => {
  test.each<Row>([
    [
      'sent',
      complaints({ answerBy: at(2) }),
      {
        tone: 'plain',
        heading: 'We have your report',
        text: 'Sent Sunday 22 November at 09:00. We answer by 24 November, on the page of your order and by email.',
        actions: [],
      },
    ],
    [
      'with a question',
      complaints({ state: 'question', answerBy: at(14) }),
      {
        tone: 'amber',
        heading: 'We have a question about your report',
        text: 'Please answer by 6 December, so that we can go on.',
        actions: ['answer-report'],
      },
    ],
    [
      'with a question whose time is over',
      complaints({ state: 'question', answerBy: at(-1) }),
      { text: 'Please answer, so that we can go on.', actions: ['answer-report'] },
    ],
    [
      'printed again, in an order that is known',
      decided({ outcome: 'reprint', orderCode: '4711-2203' }),
      {
        tone: 'green',
        heading: 'We’re making it again, free of charge',
        text: 'Your new order is 4711-2203.',
        actions: ['new-order'],
      },
    ],
    ['printed again, in an order that has not arrived', decided({ outcome: 'reprint' }), { actions: [] }],
    [
      'declined, with time to object',
      decided({ outcome: 'declined', reason: 'The parcel was dry' }, at(29)),
      {
        tone: 'plain',
        heading: 'We can’t replace this one',
        text: 'The parcel was dry. This doesn’t solve it? Tell us by 21 December.',
        actions: [],
      },
    ],
    [
      'declined, in the last millisecond to object',
      decided({ outcome: 'declined', reason: 'No.' }, at(29)),
      { text: expect.stringContaining('Tell us by') },
      new Date(Date.parse(at(29)) - 1).toISOString(),
    ],
    [
      'declined, and too late to object',
      decided({ outcome: 'declined', reason: 'No.' }, at(29)),
      { text: 'No.' },
      at(29),
    ],
    ['closed', complaints({ state: 'closed' }), { heading: 'Delivered on 20 November' }],
  ])('%s', (_, parts, shown, now) => {
    expect(read(parts, now)).toMatchObject(shown)
  })
})

/** The first instant at which a promise that was made then is over. */
const endOf = (made: string, days: number) => new Date(Date.parse(made) + days * DAY).toISOString()
const CHARGED: Partial<Order> = {
  status: 'Cancelled',
  payment: { method: 'card', paidAt: at(-3) },
  history: [{ status: 'Cancelled', at: at(-1) }],
}
const ASK = 'Not there? Contact customer care.'
const NO_NEWS = 'No news yet? Contact customer care.'

describe('RV-1068 each promise has an end, after which the order says what the customer can do', () => {
  test.each<[string, Partial<Order>, end: string, before: object, over: object]>([
    [
      'money of an order that has ended',
      CHARGED,
      endOf(at(-1), 14),
      { text: 'You get your money back; we’ll tell you when it’s sent.' },
      { text: `You should have your money back by now. ${ASK}` },
    ],
    [
      'an announced refund',
      refunds({ state: 'announced' }),
      endOf(at(-2), 14),
      { heading: '£26.85 is on its way back to you', text: 'For your cancelled order. Refund: PayPal.' },
      { heading: 'You should have £26.85 back by now', text: `For your cancelled order. ${ASK}` },
    ],
    [
      'an announced refund of long ago: the order says where it is',
      refunds({ state: 'announced' }),
      endOf(at(-2), 44.1),
      {},
      { heading: 'We’re making your order' },
    ],
    [
      'a report',
      complaints({}),
      endOf(at(0, '09:00:00'), 14),
      { text: expect.not.stringContaining('No news') },
      { text: expect.stringContaining(NO_NEWS) },
    ],
    [
      'a report with a named day',
      complaints({ answerBy: at(2) }),
      at(2),
      { text: expect.not.stringContaining('No news') },
      { text: expect.stringContaining(NO_NEWS) },
    ],
    [
      'a new print',
      decided({ outcome: 'reprint', orderCode: '4711-2203' }),
      endOf(at(-1), 21),
      { heading: 'We’re making it again, free of charge', text: 'Your new order is 4711-2203.' },
      { heading: 'Your replacement should be with you by now', text: `Your new order is 4711-2203. ${ASK}` },
    ],
    [
      'money for a report',
      decided({ outcome: 'refund' }),
      endOf(at(-1), 14),
      { heading: 'You get your money back' },
      { heading: 'You should have your money back by now', text: ASK },
    ],
    [
      'a cancellation that is asked for',
      {
        status: 'Confirmed',
        cancellation: { last: { cancellationId: 'c', state: 'sent', requestedAt: at(0, '09:00:00') } },
      },
      at(1, '09:00:00'),
      { text: expect.not.stringContaining('No news') },
      { text: expect.stringContaining(NO_NEWS) },
    ],
    [
      'a check',
      hold(),
      endOf(at(-1), 14),
      { text: expect.stringContaining('You don’t need to do anything') },
      { text: `It has been waiting since 21 November. ${NO_NEWS}` },
    ],
    [
      'a delay without days',
      delay(),
      endOf(at(-1), 14),
      { text: 'The carrier is slower than usual. We’re sorry. You don’t need to do anything.' },
      { text: `The carrier is slower than usual. We’re sorry. ${NO_NEWS}` },
    ],
    [
      'a delay that only the status says',
      { status: 'delayed', history: [{ status: 'delayed', at: at(-2) }] },
      endOf(at(-2), 14),
      { text: 'We’re sorry. You don’t need to do anything.' },
      { text: `We’re sorry. ${NO_NEWS}` },
    ],
    [
      'a delay whose instant is not known',
      { status: 'delayed', history: [] },
      endOf(at(-4), 14),
      { text: 'We’re sorry. You don’t need to do anything.' },
      { text: `We’re sorry. ${NO_NEWS}` },
    ],
    [
      'a hold whose instant is not known',
      { status: 'on_hold', history: [] },
      endOf(at(-4), 14),
      { text: expect.not.stringContaining(NO_NEWS) },
      { text: expect.stringContaining(NO_NEWS) },
    ],
    [
      'a parcel at a pick-up point without an end',
      { status: 'Dispatched', ...parcelForTests({ pickupReadyAt: at(-1) }) },
      endOf(at(-1), 30),
      { heading: 'Ready for pick-up' },
      { heading: 'Sent on 19 November 2026' },
    ],
  ])('%s', (_, parts, end, before, over) => {
    expect(read(parts, new Date(Date.parse(end) - 1).toISOString())).toMatchObject(before)
    expect(read(parts, end)).toMatchObject(over)
    expect(
      listMessageInstants(orderForTests(parts)).some(
        instant => Math.abs(instant - Date.parse(end)) <= 2 * DAY,
      ),
    ).toBe(true)
  })

  test.each([
    ['delivered or cancelled', true, 'Delivered on 20 November'],
    ['not yet', undefined, 'We’re making it again, free of charge'],
  ])('RV-1067 a new print that was %s', (_, isReprintOver, heading) => {
    const order = decided({ outcome: 'reprint', orderCode: '4711-2203', isReprintOver })
    expect(read(order).heading).toBe(heading)
  })

  test('money for a report ends with the refund that tells it', () => {
    const order = {
      ...decided({ outcome: 'refund' }),
      ...refunds({ reason: 'complaint', at: at(0, '09:00:00') }),
    }
    expect(read(order, at(31)).heading).toBe('Delivered on 20 November')
  })
})

describe('RV-1069 several refunds', () => {
  const [first, second]: [Refund, Refund] = [
    { refundId: '1', amount: 1000, at: at(-3), state: 'paid', reason: 'goodwill' },
    { refundId: '2', amount: 500, at: at(-2), state: 'announced', reason: 'goodwill', expectedBy: at(6) },
  ]
  test.each<Row>([
    [
      'are told by their sum, each with its day',
      { refunds: [second, first] },
      {
        heading: '£15.00 is on its way back to you',
        text: '£10.00 is on its way back to you. Sent on 19 November. You get £5.00 back by 28 November.',
      },
    ],
    [
      'of which one has come: the sum of the other',
      { refunds: [{ ...first, expectedBy: at(-1) }, second] },
      { heading: '£5.00 is on its way back to you' },
    ],
    [
      'that have come',
      {
        refunds: [first, { ...second, state: 'paid' as const }].map(each => ({
          ...each,
          expectedBy: at(-1),
        })),
      },
      {
        heading: '£15.00 was refunded',
        text: '£10.00 was refunded on 19 November. £5.00 was refunded on 20 November. Not there? Contact customer care.',
      },
    ],
    [
      'of a cancelled order, and what is left of it',
      { ...CHARGED, refunds: [first, second] },
      {
        text: '£10.00 is on its way back to you. Sent on 19 November. You get £5.00 back by 28 November. £24.00 is still to come.',
      },
    ],
    [
      'of a cancelled order long ago, and what is left of it',
      { ...CHARGED, refunds: [first, { ...second, state: 'paid' }] },
      {
        heading: 'This order was cancelled on 21 November 2026',
        text: '£10.00 was refunded on 19 November 2026. £5.00 was refunded on 20 November 2026. £24.00 is still to come. Not there? Contact customer care.',
      },
      at(100),
    ],
  ])('%s', (_, parts, shown, now) => {
    expect(read(parts, now)).toMatchObject(shown)
  })
})

test('RV-1073 two parcels on their way have each their own days', () => {
  const parcel = (number: string, from: number, to: number) =>
    parcelForTests({ number, productCodes: [`P-${number}`], expectedFrom: day(from), expectedTo: day(to) })
      .parcels
  const products = [
    productForTests('P-1', 'Dispatched', 'Book'),
    productForTests('P-2', 'Dispatched', 'Frame'),
  ]
  const parcels = [...parcel('1', 1, 1), ...parcel('2', 4, 6)]
  expect(read({ status: 'Dispatched', products, parcels })).toMatchObject({
    heading: 'On its way',
    text: 'It left us on 19 November. Book: arriving 23 November. Frame: arriving 26–28 November.',
    line: 'Book: arriving 23 November.',
  })
})

const someInstant = fc
  .integer({ min: -500 * 24, max: 500 * 24 })
  .map(hours => new Date(Date.parse(NOW) + hours * 3_600_000).toISOString())
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const someRange = fc
  .tuple(fc.integer({ min: -60, max: 400 }), fc.integer({ min: 0, max: 9 }))
  .map(([from, length]) => ({ from: day(from), to: day(from + length) }))
const someStatus = fc.constantFrom(...ORDER_STATUSES, 'gift-wrapped')
const someParcel = fc.record({
  shippedAt: someInstant,
  productCodes: fc.subarray(['P-1', 'P-2']),
  deliveredAt: maybe(someInstant),
  expectedTo: maybe(fc.integer({ min: -60, max: 200 }).map(day)),
  pickupReadyAt: maybe(someInstant),
  pickupUntil: maybe(someInstant),
})
const someNotice = fc.oneof(
  fc.record({ kind: fc.constant('delay'), reason: fc.constantFrom('weather', 'other'), since: someInstant }),
  fc.record({
    kind: fc.constant('hold'),
    reason: fc.constantFrom('address', 'content'),
    since: someInstant,
    answerBy: maybe(someInstant),
    default: maybe(fc.constantFrom('cancel', 'print-as-is')),
    action: maybe(fc.constant(ACTION.action)),
  }),
)
const someRefund = fc.record({
  amount: fc.nat({ max: 3900 }),
  at: someInstant,
  state: fc.constantFrom('announced', 'paid'),
  expectedBy: maybe(someInstant),
  reason: fc.constantFrom('cancellation', 'goodwill'),
})
const someComplaint = fc.record({
  complaintId: fc.uuid(),
  productCodes: fc.constant<string[]>(['P-1']),
  updatedAt: someInstant,
  state: fc.constantFrom('sent', 'in-review', 'question', 'decided', 'closed'),
  submittedAt: someInstant,
  answerBy: maybe(someInstant),
  objectUntil: maybe(someInstant),
  decision: maybe(
    fc.record({ at: someInstant, outcome: fc.constantFrom('reprint', 'refund', 'voucher', 'declined') }),
  ),
})
const someOrder = fc
  .record({
    createdAt: someInstant,
    statuses: fc.tuple(someStatus, someStatus),
    history: fc.array(fc.record({ status: someStatus, at: someInstant }), { maxLength: 3 }),
    parcels: fc.array(someParcel, { maxLength: 2 }),
    deliveryDates: fc.array(fc.record({ range: someRange, promised: maybe(someRange) }), { maxLength: 2 }),
    notice: maybe(someNotice),
    refunds: fc.array(someRefund, { maxLength: 2 }),
    complaints: fc.array(someComplaint, { maxLength: 2 }),
    paymentUrl: maybe(fc.constant(PAY.paymentUrl)),
    paymentExpiresAt: maybe(someInstant),
    addressChangeUntil: maybe(someInstant),
    cancelUntil: maybe(someInstant),
    complaintUntil: maybe(someInstant),
  })
  .map(
    ({ statuses, deliveryDates, parcels: sent, refunds: paid, notice, ...order }) =>
      ({
        ...orderForTests({ ...order, status: statuses[0] }),
        products: [
          productForTests('P-1', statuses[0], 'Book'),
          productForTests('P-2', statuses[1], 'Prints'),
        ],
        parcels: sent.map((parcel, index) => ({
          ...parcelForTests().parcels[0],
          ...parcel,
          number: `${index}`,
        })),
        deliveryDates: deliveryDates.map(({ range, promised }, index) => ({
          ...range,
          promised,
          productCodes: [`P-${index + 1}`],
        })),
        refunds: paid.map((refund, index) => ({ ...refund, refundId: `${index}` })),
        notice,
      }) as Order,
  )

test('NX-107 1,000 random orders: one message each, with two actions at most, which changes only at midnight of the brand and at the instants that it lists', () => {
  fc.assert(
    fc.property(someOrder, fc.integer({ min: 0, max: 22 * 60 }), (order, minutes) => {
      // A day that ends at 00:00 UTC.
      const midnight = Date.parse(`${day(0)}T00:00:00Z`)
      const now = midnight + minutes * 60_000
      const describeAt = (time: number) =>
        describeOrderMessage({ order, texts, assortment: ASSORTMENT, now: time })
      const { view } = describeAt(now)
      expect(view.heading).not.toBe('')
      expect(view.actions.length).toBeLessThanOrEqual(2)
      expect([view.heading, ...view.sentences, view.line].join()).not.toMatch(/undefined|NaN|Invalid|\{/)
      const next = [...listMessageInstants(order), midnight + DAY].filter(instant => instant > now)
      expect(describeAt(Math.min(...next) - 1)).toEqual(describeAt(now))
    }),
    { numRuns: 1000, seed: 29 },
  )
})
