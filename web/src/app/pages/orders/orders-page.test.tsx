// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { push } from '#web/platform/push/library.testing.ts'
import {
  formatDaysAgo,
  type OrderService,
  orderForTests,
  orderService,
  productForTests,
  renderOrders,
} from './orders.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

let service: OrderService

function open(orders: Order[], options?: Parameters<typeof renderOrders>[1]) {
  service = orderService(orders)
  return renderOrders('/orders', options)
}
const many = (count: number, parts: (index: number) => Partial<Order>) =>
  Array.from({ length: count }, (_, index) =>
    orderForTests({ superOrderCode: `K-${index}`, ...parts(index) }),
  )
const section = async (name: string) =>
  within(await screen.findByRole('region', { name: new RegExp(`^${name}`) }))
const lists = () => service.requests.filter(request => request.startsWith('/v2/superorders/me'))

test('AA-057 AA-058 in progress and history with their counts; a card has code, date, total, products, count and status, and leads to the details', async () => {
  const products = ['Photo book', '24 prints', 'Mug', 'Canvas'].map((title, index) =>
    productForTests({ code: `P-${index}`, title, picture: index < 4 ? { url: `/media/${index}` } : null }),
  )
  const router = open([
    orderForTests({ superOrderCode: '4711-2093', products, status: 'processing' }),
    orderForTests({ superOrderCode: '4702-8812', createdAt: '2025-12-02T10:00:00Z', status: 'Dispatched' }),
  ])
  const progress = await section('In progress')
  expect(screen.getByRole('heading', { level: 2, name: 'In progress 1' })).toBeDefined()
  expect(screen.getByRole('heading', { level: 2, name: 'History 1' })).toBeDefined()
  const card = progress.getByRole('listitem')
  // RV-832: no line breaks between the date and the amount.
  expect(card.textContent).toContain('Order 4711-2093, 20 November 2026\u00a0·\u00a0£48.90 · 4 products')
  expect(within(card).getByText('In production')).toBeDefined()
  expect(card.querySelectorAll('img')).toHaveLength(3)
  expect((await section('History')).getByText('Sent')).toBeDefined()
  const link = progress.getByRole('link', { name: 'Photo book, 24 prints, Mug and 1 more' })
  expect(link.getAttribute('href')).toBe('/orders/4711-2093')
  fireEvent.click(link)
  expect(await screen.findByRole('heading', { level: 1, name: 'Order 4711-2093' })).toBeDefined()
  expect(router.state.location.pathname).toBe('/orders/4711-2093')
})

test('AA-057 without a picture a neutral tile; a picture that cannot be loaded becomes one', async () => {
  open([
    orderForTests({ products: [productForTests({ picture: { url: '/media/gone' } })] }),
    orderForTests({ superOrderCode: 'K-2', products: [], total: undefined }),
  ])
  const [first, second] = (await section('In progress')).getAllByRole('listitem')
  expect(second!.querySelectorAll('img')).toHaveLength(0)
  expect(within(second!).getByRole('link', { name: 'Order K-2' })).toBeDefined()
  fireEvent.error(first!.querySelector('img')!)
  expect(first!.querySelectorAll('img')).toHaveLength(0)
})

test('AA-057 one next action: pay while payment is awaited, track the newest parcel, else none', async () => {
  const parcel = (number: string, shippedAt: string, trackingUrl: string) => ({
    number,
    carrier: 'Postline',
    shippedAt,
    trackingUrl,
    productCodes: [],
  })
  const parcels = [
    parcel('1', formatDaysAgo(2), 'https://track.example/old'),
    parcel('2', formatDaysAgo(1), 'https://track.example/new'),
  ]
  const paymentUrl = 'https://pay.example/1'
  open([
    orderForTests({ superOrderCode: 'K-1', status: 'Received', paymentUrl, parcels }),
    orderForTests({ superOrderCode: 'K-2', status: 'Dispatched', paymentUrl, parcels }),
    orderForTests({ superOrderCode: 'K-3', status: 'Received', paymentUrl: 'javascript:alert(1)' }),
    orderForTests({
      superOrderCode: 'K-4',
      status: 'Received',
      paymentUrl,
      paymentExpiresAt: formatDaysAgo(1),
    }),
    orderForTests({ superOrderCode: 'K-5', status: 'Cancelled', parcels }),
  ])
  await section('In progress')
  const actions = screen.getAllByRole('listitem').map(card =>
    within(card)
      .getAllByRole('link')
      .slice(1)
      .map(link => [link.textContent, link.getAttribute('aria-label'), link.getAttribute('href')]),
  )
  expect(actions).toEqual([
    [['Pay now', 'Pay now, Order K-1', 'https://pay.example/1']],
    [],
    [['Track order', 'Track order, Order K-2', 'https://track.example/new']],
    [],
    [],
  ])
})

test('RV-839 AA-058 what needs the customer comes first; rejected and cancelled orders of the last 30 days are finished, not in progress', async () => {
  const order = (superOrderCode: string, status: string, parts: Partial<Order> = {}) =>
    orderForTests({ superOrderCode, status, ...parts })
  open([
    order('K-1', 'rejected'),
    order('K-2', 'Confirmed'),
    order('K-3', 'Received'),
    order('K-4', 'Dispatched'),
    order('K-5', 'Cancelled'),
    order('K-6', 'Dispatched', { createdAt: formatDaysAgo(40) }),
  ])
  const progress = await section('In progress')
  const listCodes = (scope: Pick<typeof screen, 'getAllByRole'>) =>
    scope
      .getAllByRole('link')
      .map(link => link.getAttribute('href'))
      .filter(href => href?.startsWith('/orders/'))
      .map(href => href!.slice('/orders/'.length))
  expect(screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)).toEqual([
    'In progress 3',
    'Finished 2',
    'History 1',
  ])
  expect(listCodes(within(progress.getByRole('list', { name: 'Needs you' })))).toEqual(['K-3'])
  expect(listCodes(within(progress.getByRole('list', { name: 'Being made or on its way' })))).toEqual([
    'K-2',
    'K-4',
  ])
  const finished = await section('Finished')
  expect(listCodes(finished)).toEqual(['K-1', 'K-5'])
  // A rejected order can be ordered again, and shows where it stopped.
  expect(finished.getByRole('button', { name: 'Order again, Order K-1' })).toBeDefined()
  expect(finished.getAllByRole('listitem')[0]!.querySelectorAll('.step')).toHaveLength(4)
  expect(listCodes(await section('History'))).toEqual(['K-6'])
})

test('RV-839 OP-66 ten orders are shown of all groups together, and more, also pressed as the list appears, bring the focus to the first of them', async () => {
  let shownAtFirst = 0
  // The callback comes after the list is in the document and before React runs the effects of its first render.
  const firstSight = new MutationObserver(() => {
    const button = screen.queryByRole('button', { name: 'Show more' })
    if (!button) return
    firstSight.disconnect()
    shownAtFirst = screen.getAllByRole('listitem').length
    button.click()
  })
  firstSight.observe(document.body, { childList: true, subtree: true })
  open(many(32, index => ({ status: index < 13 ? 'Confirmed' : 'Received' })))
  const progress = await section('In progress')
  await waitFor(() => expect(progress.getAllByRole('listitem')).toHaveLength(20))
  expect(shownAtFirst).toBe(10)
  const waiting = within(progress.getByRole('list', { name: 'Needs you' }))
  expect(waiting.getAllByRole('listitem')).toHaveLength(19)
  expect(document.activeElement?.getAttribute('href')).toBe('/orders/K-23')
  fireEvent.click(progress.getByRole('button', { name: 'Show more' }))
  expect(progress.getAllByRole('listitem')).toHaveLength(30)
  expect(document.activeElement?.getAttribute('href')).toBe('/orders/K-1')
})

test('AA-063 OP-66 batches of 100 until all are loaded; 10 of each list, ten more at a time, the focus on the first of them', async () => {
  open([
    ...many(105, () => ({})),
    ...many(130, index => ({ superOrderCode: `H-${index}`, createdAt: formatDaysAgo(40) })),
  ])
  expect(await screen.findByRole('heading', { name: 'In progress 105' })).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'History 130' })).toBeDefined()
  expect(lists()).toEqual(
    [0, 100, 200].map(offset => `/v2/superorders/me?Offset=${offset}&Limit=100&OrderState=notExpired`),
  )
  const progress = await section('In progress')
  expect(progress.getAllByRole('listitem')).toHaveLength(10)
  fireEvent.click(progress.getByRole('button', { name: 'Show more' }))
  expect(progress.getAllByRole('listitem')).toHaveLength(20)
  expect(document.activeElement?.getAttribute('href')).toBe('/orders/K-10')
  expect((await section('History')).getAllByRole('listitem')).toHaveLength(10)
})

test('AA-063 5,000 orders: all are counted after 52 calls, each batch is read once, and 20 cards are in the document', async () => {
  open(many(5000, index => ({ createdAt: formatDaysAgo(index) })))
  await section('In progress')
  // The library socket connects while the batches load.
  act(() => push({ type: 'ready' }))
  expect(await screen.findByRole('heading', { name: 'History 4,969' }, { timeout: 50_000 })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'In progress 31' })).toBeDefined()
  expect(screen.getAllByRole('listitem')).toHaveLength(20)
  expect(lists().length).toBeLessThanOrEqual(52)
  expect(new Set(lists()).size).toBe(51)
})

test('AA-063 while batches load, in progress is final once one passes the 30 days; history has no count until all are there', async () => {
  open([
    ...many(60, () => ({})),
    ...many(60, index => ({ superOrderCode: `H-${index}`, createdAt: formatDaysAgo(31) })),
  ])
  const answers: (() => void)[] = []
  const holdNext = () => {
    service.hold = new Promise<void>(resolve => answers.push(resolve))
  }
  holdNext()
  expect((await screen.findAllByRole('status'))[0]!.textContent).toBe('Loading your orders')
  await waitFor(() => expect(lists()).toHaveLength(1))
  holdNext()
  answers[0]!()
  expect(await screen.findByRole('heading', { name: 'In progress 60' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'History …' })).toBeDefined()
  expect((await section('History')).getAllByRole('listitem')).toHaveLength(10)
  await waitFor(() => expect(lists()).toHaveLength(2))
  answers[1]!()
  expect(await screen.findByRole('heading', { name: 'History 60' })).toBeDefined()
  expect(screen.queryByRole('status')).toBeNull()
})

test('AA-057 an empty list says so, with the way to the shop', async () => {
  const menu = {
    ...EMPTY_MENU,
    storefrontItems: [{ id: 'shop', label: 'Shop', url: 'https://www.shop.example/start' }],
  }
  open([], { menu })
  service.channel = null
  expect(await screen.findByRole('heading', { name: 'You have no orders yet' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Visit the shop' }).getAttribute('href')).toBe(
    'https://www.shop.example/start',
  )
})

test('AA-064 loading, then a failure with its text and a working retry, then the orders', async () => {
  service = orderService([orderForTests()])
  service.failing = '/v2/superorders/me'
  renderOrders('/orders')
  expect((await screen.findByRole('status')).textContent).toBe('Loading your orders')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(
    'An unexpected error has occurred, please contact us if you continue to have problems.',
  )
  expect(within(alert).getByRole('link', { name: 'contact us' }).getAttribute('href')).toBe(
    'https://www.keepsake.example/contact',
  )
  service.failing = undefined
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'In progress 1' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('AA-064 a batch that fails leaves the orders before it, and can be loaded again', async () => {
  service = orderService(many(120, index => ({ createdAt: formatDaysAgo(index < 5 ? 1 : 40) })))
  service.failing = 'Offset=100'
  renderOrders('/orders')
  const alert = await screen.findByRole('alert')
  expect(screen.getByRole('heading', { name: 'In progress 5' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'History …' })).toBeDefined()
  service.failing = undefined
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'History 115' })).toBeDefined()
  expect(lists().filter(request => request.includes('Offset=0'))).toHaveLength(1)
})

test('AA-057 a change arrives live: the order is read again, its status announced; a new order joins the list; after a reconnection the newest are read again', async () => {
  open([orderForTests({ superOrderCode: 'K-1', status: 'Received' })])
  expect(await screen.findByText('Awaiting payment')).toBeDefined()
  service.orders = [
    orderForTests({ superOrderCode: 'K-2', createdAt: formatDaysAgo(0) }),
    orderForTests({ superOrderCode: 'K-1', status: 'Dispatched' }),
  ]
  act(() => push({ type: 'order-changed', orderCode: 'K-1' }))
  expect(await screen.findByText('Sent')).toBeDefined()
  // The module of its words is loaded with the first change.
  const announced = await screen.findByText('Order K-1: Sent')
  expect(announced.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
  act(() => push({ type: 'order-changed', orderCode: 'K-2' }))
  expect(await screen.findByRole('heading', { name: 'In progress 2' })).toBeDefined()
  const links = (await section('In progress')).getAllByRole('link')
  expect(links.map(link => link.getAttribute('href'))).toEqual(['/orders/K-2', '/orders/K-1'])
  expect(lists()).toHaveLength(1)
  service.orders = [orderForTests({ superOrderCode: 'K-2', status: 'processing' }), service.orders[1]!]
  act(() => push({ type: 'ready' }))
  expect(await screen.findByText('In production')).toBeDefined()
})

test('AA-060 AA-061 a failed order is red, an unknown status grey text; only orders in progress have steps', async () => {
  open([
    orderForTests({ superOrderCode: 'K-1', status: 'paymentFailed' }),
    orderForTests({ superOrderCode: 'K-2', status: 'on its way' }),
    orderForTests({ superOrderCode: 'K-3', createdAt: formatDaysAgo(50) }),
  ])
  expect((await screen.findByText('Payment failed')).className).toContain('critical')
  expect(screen.getByText('on its way').className).toContain('plain')
  expect(screen.getByText('Ordered').className).toContain('progress')
  const steps = screen.getAllByRole('listitem').map(card => card.querySelectorAll('.step').length)
  expect(steps).toEqual([4, 4, 0])
})
