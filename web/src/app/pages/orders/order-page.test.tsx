// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { widgetForTests } from '../widgets/widgets.testing.tsx'
import {
  formatDaysAgo,
  NOW,
  type OrderService,
  orderForTests,
  orderService,
  productForTests,
  renderOrders,
} from './orders.testing.tsx'

const reported: unknown[] = []
vi.mock('#web/platform/reporting/reporting.ts', () => ({
  reportFailure: (error: unknown) => reported.push(error),
}))

let service: OrderService

const CODE = '4711-2140'

async function open(
  order: Partial<Order>,
  { prepare, ...options }: Parameters<typeof renderOrders>[1] & { prepare?: (s: OrderService) => void } = {},
) {
  service = orderService([orderForTests(order)])
  prepare?.(service)
  renderOrders(`/orders/${CODE}`, options)
  await screen.findByText(/^Placed on/)
}
const region = (name: string) => screen.getByRole('region', { name })
const steps = () =>
  within(screen.getByRole('list', { name: 'Progress of this order' }))
    .getAllByRole('listitem')
    .map(step => [step.textContent, step.getAttribute('aria-current')])

const BOOK = productForTests({
  title: 'Photo book ‘Coast to coast’',
  description: '28 × 28 cm, 40 pages',
  price: 3495,
  voucher: 'THANKS-7Q4K',
  voucherDetails: {
    title: '15% off your next photo book',
    description: 'For books from 40 pages',
    validUntil: '2027-01-31T12:00:00Z',
    percent: 15,
  },
  picture: { url: '/media/book' },
})
const OFFER = {
  code: 'THANKS-7Q4K',
  isVoucherFound: true,
  title: '15% off your next photo book',
  description: 'For books from 40 pages',
  validUntil: '2027-01-31T12:00:00Z',
  redeemed: false,
}
const withOffer = (s: OrderService) => {
  s.vouchers['2140-01'] = OFFER
}
const PRINTS = productForTests({
  ...{ code: '2140-02', article: 'PRINT', title: '24 prints', price: 720, quantity: 24 },
})

test('AA-065 AA-068 products with code, voucher and its details, their number, address, status and source', async () => {
  await open(
    {
      createdAt: '2026-11-20T18:02:00Z',
      source: 'Resnap',
      products: [BOOK, PRINTS],
      deliveryCost: 395,
      total: { amount: 4610, currency: 'GBP' },
    },
    { prepare: withOffer },
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order 4711-2140')
  expect(screen.getByText('Placed on 20 November 2026 · Ordered with Resnap')).toBeDefined()
  expect(screen.getByRole('heading', { level: 2, name: 'Products 2' })).toBeDefined()
  const [book, prints] = within(region('Products 2')).getAllByRole('listitem')
  for (const fact of [
    'Photo book ‘Coast to coast’',
    '£34.95',
    '28 × 28 cm, 40 pages',
    'Product 2140-01',
    '15% off your next photo book',
    'For books from 40 pages',
    'THANKS-7Q4K · valid until 31 January 2027',
  ])
    expect(book!.textContent).toContain(fact)
  expect(book!.querySelector('img')?.getAttribute('src')).toBe('/media/book')
  expect(prints!.textContent).toBe('24 prints£7.20Quantity 24Product 2140-02')
  const costs = [...region('Payment').querySelectorAll('dl > div')].map(row => row.textContent)
  expect(costs).toEqual(['Products£42.15', 'Delivery£3.95', 'Total£46.10'])
  expect(screen.getAllByRole('link', { name: 'My orders' })[0]!.getAttribute('href')).toBe('/orders')
})

test.each([
  [
    'a discount has its name',
    { discounts: [{ name: 'Welcome voucher', amount: 1110 }], total: { amount: 3500, currency: 'GBP' } },
    ['Products£42.15', 'Delivery£3.95', 'Welcome voucher−£11.10', 'Total£35.00'],
  ],
  [
    'a difference of rounding is not a discount',
    { total: { amount: 4609, currency: 'GBP' } },
    ['Delivery£3.95', 'Total£46.09'],
  ],
  [
    'products that do not add up are left out',
    { total: { amount: 9900, currency: 'GBP' } },
    ['Delivery£3.95', 'Total£99.00'],
  ],
  [
    'what costs nothing is free',
    { products: [{ ...BOOK, price: 0 }], deliveryCost: 0, total: { amount: 0, currency: 'GBP' } },
    ['ProductsFree', 'DeliveryFree', 'TotalFree'],
  ],
] as [string, Partial<Order>, string[]][])('AA-065 RV-839 %s', async (_, order, costs) => {
  await open({ products: [BOOK, PRINTS], deliveryCost: 395, ...order })
  expect([...region('Payment').querySelectorAll('dl > div')].map(row => row.textContent)).toEqual(costs)
})

test.each(['Resnap', 'Keepsake Photo book'])('AA-068 OP-67 the source %s is named', async source => {
  await open({ source })
  expect(screen.getByText(`Placed on 20 November 2026 · Ordered with ${source}`)).toBeDefined()
})

test('AA-065 a product has its status only where the products differ', async () => {
  await open({ products: [BOOK, { ...PRINTS, status: 'approved' }] })
  expect(screen.getAllByText('Ordered', { selector: '.chip' })).toHaveLength(1)
  cleanup()
  await open({ products: [BOOK, { ...PRINTS, status: 'Dispatched' }] })
  const products = within(region('Products 2')).getAllByRole('listitem')
  expect(products.map(each => each.querySelector('.chip')?.textContent)).toEqual(['Ordered', 'Sent'])
})

test('AA-065 the voucher code is copied, and that it was is announced', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await open({ products: [BOOK] }, { prepare: withOffer })
  fireEvent.click(await screen.findByRole('button', { name: 'Copy voucher code THANKS-7Q4K' }))
  await waitFor(() => expect(screen.getByText('Voucher code copied')).toBeDefined())
  expect(writeText).toHaveBeenCalledWith('THANKS-7Q4K')
})

const book = () => within(region('Products 1')).getByRole('listitem')
const refreshButton = () => screen.getByRole('button', { name: /^Refresh voucher/ })

test.each([
  ['valid', {}, 'THANKS-7Q4K · valid until 31 January 2027'],
  ['upcoming', { validFrom: '2027-01-05T12:00:00Z' }, 'THANKS-7Q4K · valid from 5 January 2027'],
  ['expired', { validUntil: '2026-11-20T12:00:00Z' }, 'THANKS-7Q4K · expired on 20 November 2026'],
  ['over just now', { validUntil: new Date(NOW).toISOString() }, 'THANKS-7Q4K · expired on'],
  ['redeemed some day', { redeemed: true }, 'THANKS-7Q4K · redeemed'],
  [
    'redeemed',
    { redeemed: true, redeemedAt: '2026-11-21T12:00:00Z' },
    'THANKS-7Q4K · redeemed on 21 November 2026',
  ],
])('AA-074 a voucher that is %s, from its offer', async (state, more, facts) => {
  const prepare = (s: OrderService) => {
    s.vouchers['2140-01'] = { ...OFFER, title: 'The offer', ...more }
  }
  await open({ products: [BOOK] }, { prepare })
  await waitFor(() => expect(book().textContent).toContain('The offer'))
  expect(book().textContent).toContain(facts)
  expect(screen.queryAllByRole('button', { name: /^Copy voucher/ })).toHaveLength(state === 'valid' ? 1 : 0)
  expect(service.requests).toContain('/api/v1/campaigns/offers/THANKS-7Q4K')
})

test('AA-074 RV-953 a voucher without an offer is not found, the browser logs no 404, and one that comes appears; an offer that answers 404 is not found', async () => {
  await open({ products: [BOOK] })
  await waitFor(() => expect(book().textContent).toContain('We couldn’t find this voucher'))
  expect(service.requests.filter(path => path.includes('/offers/'))).toEqual([])
  expect(screen.queryByRole('button', { name: /^Copy voucher/ })).toBeNull()
  withOffer(service)
  act(() => push({ type: 'voucher-changed', orderCode: CODE }))
  expect(await screen.findByRole('button', { name: 'Copy voucher code THANKS-7Q4K' })).toBeTruthy()
  cleanup()
  const prepare = (s: OrderService) => {
    withOffer(s)
    s.missingOffers = true
  }
  await open({ products: [BOOK] }, { prepare })
  await waitFor(() => expect(book().textContent).toContain('We couldn’t find this voucher'))
  expect(service.requests).toContain('/api/v1/campaigns/offers/THANKS-7Q4K')
})

test('AA-074 AA-079 refreshing shows the current voucher; a failure leaves what was shown', async () => {
  await open({ products: [BOOK] })
  await waitFor(() => expect(book().textContent).toContain('We couldn’t find this voucher'))
  service.refreshed = { ...OFFER, code: 'THANKS-NEW' }
  service.vouchers['2140-01'] = service.refreshed
  fireEvent.click(refreshButton())
  await waitFor(() => expect(book().textContent).toContain('THANKS-NEW · valid until 31 January 2027'))
  expect(screen.getByText('The voucher is up to date')).toBeTruthy()
  service.refreshed = 503
  fireEvent.click(refreshButton())
  await waitFor(() => expect(refreshButton().getAttribute('aria-busy')).toBeNull())
  expect(book().textContent).toContain('THANKS-NEW · valid until 31 January 2027')
})

test('AA-083 an offer that fails otherwise leaves what the order says', async () => {
  const prepare = (s: OrderService) => {
    s.vouchers['2140-01'] = OFFER
    s.failing = '/offers/'
  }
  await open({ products: [BOOK] }, { prepare })
  await waitFor(() => expect(service.requests.some(path => path.includes('/offers/'))).toBe(true))
  expect(book().textContent).toContain('15% off your next photo book')
  expect(refreshButton()).toBeTruthy()
})

const KELLER = { firstName: 'Anna', lastName: 'Keller' }

test.each([
  [
    'Home',
    {
      type: 'Home',
      ...KELLER,
      street: 'Rosemary Lane',
      streetNumber: '12',
      postalCode: 'BS6 5AD',
      city: 'Bristol',
      countryCode: 'GB',
    },
    'Home',
    ['Anna Keller', '12 Rosemary Lane', 'Bristol', 'BS6 5AD', 'United Kingdom'],
  ],
  [
    'PickupPoint',
    {
      type: 'PickupPoint',
      pickupPointName: 'Kiosk am Markt',
      ...KELLER,
      street: 'Lange Str.',
      streetNumber: '3',
      streetNumberAddition: 'a',
      postalCode: '10245',
      city: 'Berlin',
      countryCode: 'DE',
    },
    'Pick-up point',
    ['Kiosk am Markt', 'Anna Keller', 'Lange Str. 3 a', '10245 Berlin', 'Germany'],
  ],
] as const)(
  'AA-066 the delivery type %s is shown with the address',
  async (_, deliveryAddress, type, lines) => {
    await open({ deliveryAddress })
    const address = region('Delivery address')
    expect(within(address).getByText(type)).toBeDefined()
    expect([...address.querySelectorAll('address > *')].map(line => line.textContent)).toEqual(lines)
  },
)

test('AA-060 the steps with their times in the brand’s zone, the current one marked', async () => {
  const history = [
    { status: 'Received', at: '2026-11-20T18:02:00Z' },
    { status: 'Confirmed', at: '2026-11-20T19:03:00+01:00' },
  ]
  await open({ history })
  expect(steps()).toEqual([
    ['Received20 Nov, 18:0220 Nov', null],
    ['Ordered20 Nov, 18:0320 Nov', 'step'],
    ['In production', null],
    ['Sent', null],
  ])
})

test('AA-060 a cancelled order: its step is the last one, and its message says so', async () => {
  const history = [{ status: 'Cancelled', at: '2026-11-21T09:40:00Z' }]
  await open({ status: 'Cancelled', history, createdAt: '2026-11-20T18:02:00Z' })
  expect(steps()).toEqual([
    ['Received20 Nov, 18:0220 Nov', null],
    ['Cancelled21 Nov, 09:4021 Nov', 'step'],
  ])
  expect(screen.getByRole('region', { name: 'This order was cancelled on 21 November' })).toBeDefined()
})

const parcels = [
  {
    number: 'PL 4820',
    carrier: 'Postline',
    trackingUrl: 'https://track.example/1',
    shippedAt: '2026-11-21T08:00:00Z',
    productCodes: ['2140-02'],
  },
]

test('AA-069 delivery dates and parcels, which can be tracked', async () => {
  await open({
    products: [BOOK, PRINTS],
    hasDeliveryDates: true,
    deliveryDates: [{ from: '2026-11-26', to: '2026-11-28', productCodes: ['2140-01'] }],
    parcels,
  })
  expect(await screen.findByRole('heading', { level: 3, name: 'Arriving 26–28 November' })).toBeDefined()
  const [arriving, parcel] = within(region('Delivery')).getAllByRole('listitem')
  expect(arriving!.textContent).toContain('Photo book ‘Coast to coast’')
  expect(parcel!.textContent).toContain('Parcel 1 · 24 prints')
  expect(parcel!.textContent).toContain('Sent 21 Nov')
  expect(parcel!.textContent).toContain('Postline PL 4820')
  const track = screen.getByRole('link', { name: 'Track parcel 1' })
  expect(track.getAttribute('href')).toBe('https://track.example/1')
  cleanup()
  const today = new Date(NOW).toISOString().slice(0, 10)
  await open({
    products: [BOOK, PRINTS],
    hasDeliveryDates: true,
    deliveryDates: [{ from: today, to: today, productCodes: ['2140-01'] }],
    parcels,
  })
  expect(await screen.findByRole('heading', { level: 3, name: /^Arriving/ })).toBeDefined()
})

test('AA-069 the order has its delivery dates: without them there is no line, and nothing is asked for', async () => {
  await open({})
  expect(screen.queryByRole('region', { name: 'Delivery' })).toBeNull()
  expect(service.requests).toEqual([`/v1/superorders/${CODE}`])
})

const UNPAID: Partial<Order> = {
  status: 'Received',
  campaign: 'christmas',
  paymentUrl: 'https://pay.example/1',
  paymentExpiresAt: '2026-12-23T23:59:00Z',
  total: { amount: 3900, currency: 'GBP' },
}
const CHRISTMAS = { orderBefore: '2026-12-14T22:00:00Z', occasion: 'christmas' }
const withCampaign = (campaign: OrderService['campaign']) => ({
  prepare: (s: OrderService) => {
    s.campaign = campaign
  },
})

test('RV-839 an order that has to be paid before the cut-off anyway does not name the cut-off', async () => {
  await open({ ...UNPAID, paymentExpiresAt: '2026-11-23T23:59:00Z' }, withCampaign(CHRISTMAS))
  await waitFor(() => expect(service.requests).toContain('/v1/Campaign/christmas'))
  await screen.findByText(/Pay by/)
  expect(screen.queryByText(/Order before/)).toBeNull()
})

test('AA-070 OP-68 an unpaid order: until when to pay, the cut-off of the brand’s campaign, and the way to pay', async () => {
  await open(UNPAID, withCampaign(CHRISTMAS))
  expect(region('Pay by Wednesday 23 December at 23:59').textContent).toContain(
    'We start as soon as you’ve paid. After that time we’ll cancel this order.',
  )
  expect(await screen.findByText('Order before 14 December')).toHaveProperty(
    'parentElement.textContent',
    'Order before 14 December to have it by Christmas.',
  )
  expect(service.requests).toContain('/v1/Campaign/christmas')
  for (const link of screen.getAllByRole('link', { name: 'Pay £39.00' }))
    expect(link.getAttribute('href')).toBe('https://pay.example/1')
})

test.each([
  ['an unknown campaign', withCampaign(undefined)],
  ['a cut-off that is over', withCampaign({ orderBefore: formatDaysAgo(0) })],
])('AA-070 %s is left out', async (_, options) => {
  await open(UNPAID, options)
  await waitFor(() => expect(service.requests).toContain('/v1/Campaign/christmas'))
  await new Promise(resolve => setTimeout(resolve))
  expect(screen.queryByText(/Order before/)).toBeNull()
})

test('AA-070 no campaign is asked for where the brand has none that is known, nor for a paid order', async () => {
  await open({ ...UNPAID, campaign: undefined })
  cleanup()
  expect(service.requests).toEqual([`/v1/superorders/${CODE}`])
  await open({ status: 'Confirmed', campaign: 'christmas' })
  expect(service.requests).toEqual([`/v1/superorders/${CODE}`])
})

test('AA-065 once the time to pay is over, the order cannot be paid and says so', async () => {
  await open({ ...UNPAID, paymentExpiresAt: formatDaysAgo(1) })
  expect(region('The time to pay is over').textContent).toContain('Nothing was charged.')
  expect(screen.queryByRole('link', { name: /Pay/ })).toBeNull()
})

test('AA-067 RV-829 an order that fails to load shows the message with a retry, a link to customer care and the way back', async () => {
  service = orderService([])
  service.failing = '/v1/superorders'
  renderOrders(`/orders/${CODE}`)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(
    'An error occurred loading this order, please contact us to report this issue.',
  )
  expect(within(alert).getByRole('link', { name: 'contact us' }).getAttribute('href')).toBe(
    'https://www.keepsake.example/contact',
  )
  expect(screen.getByRole('heading', { level: 1, name: `Order ${CODE}` })).toBeDefined()
  expect(screen.getAllByRole('link', { name: 'My orders' })[0]!.getAttribute('href')).toBe('/orders')
  service.orders = [orderForTests()]
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(service.requests).toHaveLength(2))
  expect((await screen.findByRole('alert')).textContent).toContain('An error occurred loading this order')
  service.failing = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^Placed on/)).toBeDefined()
})

test('NX-116 an unknown order says who is signed in, with three ways on', async () => {
  service = orderService([])
  renderOrders(`/orders/${CODE}`)
  expect(await screen.findByRole('heading', { level: 2, name: 'We can’t find this order' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'See your orders' }).getAttribute('href')).toBe('/orders')
  expect(screen.getByRole('link', { name: 'Sign in with another address' }).getAttribute('href')).toBe(
    '/logout',
  )
  expect(screen.getByRole('link', { name: 'Contact customer care' }).getAttribute('href')).toBe(
    'https://www.keepsake.example/contact',
  )
  expect(screen.queryByRole('alert')).toBeNull()
})

test('NX-102 the way to pay ends with its time without a reload; ordering again takes its place', async () => {
  await open({ ...UNPAID, status: 'paymentFailed', paymentExpiresAt: formatDaysAgo(-1) })
  expect(screen.getAllByRole('link', { name: 'Pay £39.00' })[0]!.getAttribute('href')).toBe(
    'https://pay.example/1',
  )
  expect(screen.queryByRole('button', { name: 'Order again' })).toBeNull()
  vi.mocked(Date.now).mockReturnValue(NOW + 24 * 3_600_000)
  await waitFor(() => expect(screen.queryByRole('link', { name: /Pay/ })).toBeNull())
  expect(region('Your payment didn’t go through').textContent).toContain('The time to pay is over')
  expect(screen.getAllByRole('button', { name: 'Order again' })).toHaveLength(1)
})

const paymentLines = () =>
  [...region('Payment').querySelectorAll('dl > div, p')].map(line => line.textContent)
const REFUND = {
  refundId: 'r',
  amount: 1000,
  at: '2026-11-21T10:00:00Z',
  state: 'paid',
  reason: 'goodwill',
} as const

test.each([
  [
    'its VAT by rate, its refunds with a minus, and the payment',
    {
      vat: [
        { rate: 2000, amount: 600 },
        { rate: 550, amount: 50 },
      ],
      refunds: [
        REFUND,
        { ...REFUND, refundId: 's', amount: 500, at: '2026-11-20T10:00:00Z', state: 'announced' },
      ],
      payment: { method: 'card', lastDigits: '4242', paidAt: '2026-05-04T10:00:00Z' },
    },
    [
      'Total£46.10',
      'Includes 20% VAT£6.00',
      'Includes 5.5% VAT£0.50',
      'Paid, 4 May 2026£46.10',
      'Refund announced, 20 November−£5.00',
      'Refund on its way, 21 November−£10.00',
      'After refunds£31.10',
      'Paid by card ending in 4242 on 4 May 2026',
    ],
    0,
  ],
  [
    'RV-1069 what is owed of a cancelled order besides its refund',
    {
      status: 'Cancelled',
      refunds: [{ ...REFUND, expectedBy: '2026-11-21T12:00:00Z' }],
      payment: { method: 'paypal', paidAt: '2026-11-20T10:00:00Z' },
    },
    [
      'Total£46.10',
      'Paid, 20 November£46.10',
      'Refund, 21 November−£10.00',
      'Still to come back−£36.10',
      'After refunds£0.00',
      'Paid by PayPal on 20 November',
    ],
    0,
  ],
  [
    'RV-1061 what its credit note has paid back, and what is owed besides it',
    {
      credited: 3000,
      repaid: 2000,
      isInvoicePaid: true,
      payment: { method: 'paypal', paidAt: '2026-11-20T10:00:00Z' },
    },
    [
      'Total£46.10',
      'Paid, 20 November£46.10',
      'Credit note−£20.00',
      'Still to come back−£10.00',
      'After refunds£16.10',
      'Paid by PayPal on 20 November',
    ],
    0,
  ],
  ...(
    [
      ['open', { method: 'bank-transfer' }, 'Bank transfer · Open'],
      ['paid', { method: 'card' }, 'Card · Paid'],
      ['paid', { method: 'paypal', paidAt: '2026-11-20T10:00:00Z' }, 'Paid by PayPal on 20 November'],
      [
        'credited',
        { method: 'paypal', paidAt: '2026-11-20T10:00:00Z' },
        'Paid by PayPal on 20 November · Credited',
      ],
    ] as const
  ).map(
    ([status, payment, line]) =>
      [
        `RV-1061 a payment whose invoice is ${status}`,
        { payment, paymentStatus: status },
        ['Total£46.10', line],
        0,
      ] as const,
  ),
  [
    'a payment without digits',
    { payment: { method: 'paypal', paidAt: '2026-11-20T10:00:00Z' } },
    ['Total£46.10', 'Paid by PayPal on 20 November'],
    0,
  ],
  [
    'RV-1214 the retailer’s own name of another method alone, beside our sentence',
    { payment: { method: 'other', label: 'carta regalo', paidAt: '2026-11-20T10:00:00Z' } },
    ['Total£46.10', 'Paid on 20 November', 'carta regalo'],
    0,
  ],
  [
    'RV-1214 no label of a method that we name',
    { payment: { method: 'invoice', label: 'auf Rechnung, innerhalb von 30 Tagen' } },
    ['Total£46.10', 'Invoice'],
    0,
  ],
  [
    'a payment that was declined',
    { payment: { method: 'card', lastDigits: '4242', failedAt: '2026-11-20T10:00:00Z' } },
    ['Total£46.10', 'Payment declined on 20 November: card ending in 4242'],
    0,
  ],
  ['no VAT above what the rate allows', { vat: [{ rate: 2000, amount: 900 }] }, ['Total£46.10'], 1],
  [
    'no refunds above the total',
    { refunds: [REFUND, { ...REFUND, refundId: 's', amount: 3700 }] },
    ['Total£46.10'],
    1,
  ],
] as [string, Partial<Order>, string[], number][])(
  'NX-143 the payment block has %s; what does not add up is reported',
  async (_, order, lines, reports) => {
    reported.length = 0
    await open({ total: { amount: 4610, currency: 'GBP' }, ...order })
    expect(paymentLines()).toEqual(lines)
    expect(reported).toHaveLength(reports)
  },
)

test('NX-104 the days that were promised first are struck through beside the new ones', async () => {
  const promised = { from: '2026-11-23', to: '2026-11-24' }
  await open({
    status: 'delayed',
    hasDeliveryDates: true,
    deliveryDates: [{ from: '2026-11-27', to: '2026-11-30', productCodes: ['2140-01'], promised }],
  })
  const delivery = within(region('Delivery'))
  expect(delivery.getByText('Arriving 27–30 November')).toBeDefined()
  expect(delivery.getByText('23–24 November').tagName).toBe('DEL')
  expect(region('Now arriving 27–30 November').textContent).toContain('It was due 23–24 November')
})

test.each([
  [
    'RV-1068 that is ready to be picked up has no day to arrive',
    { pickupReadyAt: '2026-11-21T10:00:00Z' },
    ['Parcel 1', 'Sent 20 Nov · ready for pick-up since 21 Nov'],
  ],
  [
    'RV-1265 has the carrier’s days, and no others are beside them',
    { expectedFrom: '2026-11-24', expectedTo: '2026-11-25' },
    ['Parcel 1', 'Sent 20 Nov · expected 24–25 Nov'],
  ],
  [
    'RV-1265 of which the carrier says none has those told',
    {},
    ['Parcel 1', 'Sent 20 Nov · expected 27–29 Nov'],
  ],
])('a parcel %s', async (_, more, facts) => {
  await open({
    status: 'Dispatched',
    deliveryDates: [{ from: '2026-11-27', to: '2026-11-29', productCodes: ['2140-01'] }],
    parcels: [{ ...parcels[0]!, shippedAt: '2026-11-20T08:00:00Z', productCodes: ['2140-01'], ...more }],
  })
  const rows = within(region('Delivery')).getAllByRole('listitem')
  expect(rows.map(row => row.textContent?.startsWith(facts.join('')))).toEqual([true])
})

test.each([
  ['29 days ago', '2026-10-24T12:00:00Z', 1],
  ['30 days ago', '2026-10-22T08:00:00Z', 0],
])(
  'RV-823 a parcel that was delivered %s: its tracking link ends after 30 days',
  async (_, deliveredAt, links) => {
    await open({
      status: 'Dispatched',
      parcels: [
        { ...parcels[0]!, shippedAt: '2026-10-20T08:00:00Z', deliveredAt, productCodes: ['2140-01'] },
      ],
    })
    expect(await screen.findByText(/^Delivered 2\d Oct/)).toBeDefined()
    expect(screen.queryAllByRole('link', { name: 'Track parcel 1' })).toHaveLength(links)
  },
)

test('NX-159 an order without any new field has no empty heading, sentence, line or button', async () => {
  await open({ status: 'Confirmed' })
  const message = region('We have your order')
  expect(message.textContent).toBe('We have your order')
  expect(screen.getByText(/^Placed on/).textContent).not.toContain('Ordered with')
  expect(within(message).queryAllByRole('link')).toEqual([])
  expect(message.querySelectorAll('p, blockquote, button')).toHaveLength(0)
  expect(paymentLines()).toEqual(['Total£48.90'])
  expect(screen.queryByRole('region', { name: 'Delivery' })).toBeNull()
})

test('AA-065 AA-069 NX-114 a change arrives live: the new message is announced, delivery dates appear', async () => {
  await open({ status: 'Confirmed' })
  service.orders = [
    orderForTests({
      status: 'Dispatched',
      hasDeliveryDates: true,
      deliveryDates: [{ from: '2026-11-26', to: '2026-11-26', productCodes: [] }],
      parcels,
    }),
  ]
  act(() => push({ type: 'order-changed', orderCode: CODE }))
  const heading = await screen.findByText('Arriving 26 November')
  // NX-114: the message announces itself, and nothing else does.
  expect(heading.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
  expect(screen.queryByText(`Order ${CODE}: Sent`)).toBeNull()
  expect(screen.getByRole('link', { name: 'Track parcel 1' })).toBeDefined()
  act(() => push({ type: 'order-changed', orderCode: CODE }))
  await waitFor(() =>
    expect(service.requests.filter(path => path.startsWith('/v1/superorders'))).toHaveLength(3),
  )
})

test('RV-960 list and page show one state of an order: the page at once, then each what the other read or was told', async () => {
  service = orderService([orderForTests({ status: 'Received' })])
  renderOrders('/orders')
  await screen.findByText('Awaiting payment')
  const answers: (() => void)[] = []
  service.hold = new Promise<void>(resolve => answers.push(resolve))
  fireEvent.click(screen.getByRole('link', { name: 'Photo book' }))
  await screen.findByText(/^Placed on/)
  expect(screen.getByText('Awaiting payment', { selector: '.chip' })).toBeDefined()
  expect(service.requests.at(-1)).toBe(`/v1/superorders/${CODE}`)

  vi.mocked(Date.now).mockReturnValue(NOW + 1)
  service.hold = Promise.resolve()
  service.orders = [orderForTests({ status: 'Dispatched' })]
  act(() => push({ type: 'order-changed', orderCode: CODE }))
  expect(await screen.findByText('Sent', { selector: '.chip' })).toBeDefined()
  // The page's own call, which was made before, is answered last.
  service.orders = [orderForTests({ status: 'Received' })]
  await act(async () => answers[0]!())
  expect(screen.getByText('Sent', { selector: '.chip' })).toBeDefined()

  fireEvent.click(screen.getAllByRole('link', { name: 'My orders' })[0]!)
  expect(await screen.findByRole('heading', { name: 'In progress 1' })).toBeDefined()
  expect(screen.getByText('Sent', { selector: '.chip' })).toBeDefined()

  vi.mocked(Date.now).mockReturnValue(NOW + 2)
  service.orders = [orderForTests({ status: 'processing' })]
  fireEvent.click(screen.getByRole('link', { name: 'Photo book' }))
  expect(await screen.findByText('In production', { selector: '.chip' })).toBeDefined()
  fireEvent.click(screen.getAllByRole('link', { name: 'My orders' })[0]!)
  expect(await screen.findByRole('heading', { name: 'In progress 1' })).toBeDefined()
  expect(screen.getByText('In production', { selector: '.chip' })).toBeDefined()
  expect(service.requests.filter(path => path.startsWith('/v2/superorders'))).toHaveLength(1)
})

test('RV-960 an unpaid order whose time to pay is over, which the list leaves out, is not in it after its page was open', async () => {
  const over = orderForTests({ status: 'Received', paymentExpiresAt: formatDaysAgo(1) })
  await open(over)
  service.orders = [orderForTests({ superOrderCode: 'K-2' })]
  fireEvent.click(screen.getAllByRole('link', { name: 'My orders' })[0]!)
  expect(await screen.findByRole('heading', { name: 'In progress 1' })).toBeDefined()
  expect(screen.getByText(/^Order K-2/)).toBeDefined()
})

test('AA-092 RV-832 a product with a widget, also one that the shop announces while the page is open, leads to its online book and to sharing it; without a link, and for a business, there is none', async () => {
  const widget = widgetForTests({ productCode: '2140-01', orderCode: CODE })
  const link = () => screen.queryByRole('link', { name: /^Share: / })
  await open({ products: [BOOK, PRINTS] })
  await screen.findByText('24 prints')
  expect(link()).toBeNull()
  service.widgets.push(widget)
  act(() => push({ type: 'widgets-changed', orderCode: CODE }))
  await waitFor(() => expect(link()?.getAttribute('href')).toBe('/online-products/2140-01'))
  expect(link()!.textContent).toBe('Share')
  const book = screen.getByRole('link', { name: `View online book in a new tab: ${widget.title}` })
  expect([book.textContent, book.getAttribute('href')]).toEqual(['View online book', widget.publicUrl])
  service.widgets.pop()
  act(() => push({ type: 'widgets-changed', orderCode: CODE }))
  await waitFor(() => expect(link()).toBeNull())
  cleanup()
  await open({ products: [BOOK] }, { prepare: s => s.widgets.push({ ...widget, publicUrl: null }) })
  expect(link()).toBeNull()
  cleanup()
  await open({ products: [BOOK] }, { business: true, prepare: s => s.widgets.push(widget) })
  expect(link()).toBeNull()
})
