// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { toasts } from '#web/ui/toasts.ts'
import {
  formatDaysAgo,
  type OrderService,
  orderForTests,
  orderService,
  productForTests,
  renderOrders,
} from './orders.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const CODE = '4711-2140'
const SHOP_URL = 'https://www.keepsake.example/baskets/1'
const PRODUCTS = [
  productForTests({
    code: 'P-1',
    title: 'Photo book ‘Coast to coast’',
    description: '28 × 28 cm',
    price: 3495,
  }),
  productForTests({ code: 'P-2', article: 'PRINT', title: '24 prints', price: 720 }),
  productForTests({ code: 'P-3', article: 'POSTER', title: 'Map poster', price: 2400 }),
]
const STATUS = {
  reorderable: true,
  currency: 'GBP',
  items: [
    { code: 'P-1', state: 'same' as const, was: 3495, now: 3495, changes: [] },
    { code: 'P-2', state: 'changed' as const, was: 720, now: 790, changes: ['price' as const] },
    { code: 'P-3', state: 'gone' as const, was: 2400, changes: ['article' as const] },
  ],
}

let service: OrderService
let gone: string[]
beforeEach(() => {
  gone = []
  vi.spyOn(location, 'assign').mockImplementation(address => void gone.push(String(address)))
})

async function open(order: Partial<Order> = {}) {
  service = orderService([orderForTests({ products: PRODUCTS, ...order })])
  service.reorder = STATUS
  service.basket = { ShopUrl: SHOP_URL }
  renderOrders(`/orders/${CODE}`)
  await screen.findByText(/^Placed on/)
}
const buttons = () => screen.getAllByRole('button', { name: 'Order again' })
const dialog = () => screen.findByRole('dialog', { name: `Order ${CODE} again` })
const proceed = () => fireEvent.click(screen.getByRole('button', { name: 'Continue in the shop' }))
const called = (path: string) => service.requests.filter(each => each.startsWith(path)).length

describe('AA-073 ordering an order again', () => {
  test('shows what is the same, what has another price and what is gone, then continues in the shop', async () => {
    await open()
    expect(called('/reorder')).toBe(0)
    fireEvent.click(buttons()[0]!)
    const panel = within(await dialog())
    expect(
      panel.getByText(
        '2 things have changed since 20 November 2026. Nothing is ordered until you check out.',
      ),
    ).toBeTruthy()
    expect(panel.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      'Photo book ‘Coast to coast’28 × 28 cm£34.95Same price',
      '24 prints£7.20 → £7.90New price',
      'Map posterNo longer available',
    ])
    expect(panel.getByText('2 of 3 products, before delivery').parentElement?.textContent).toContain('£42.85')
    proceed()
    await waitFor(() => expect(gone).toEqual([SHOP_URL]))
    expect(called('/reorder-direct?OrderCode=4711-2140')).toBe(1)
  })

  test('says so when nothing has changed, and that photos were deleted', async () => {
    await open()
    service.reorder = { ...STATUS, items: STATUS.items.slice(0, 1) }
    fireEvent.click(buttons()[0]!)
    expect(within(await dialog()).getByText(/^Everything is available at the same price\./)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    service.reorder = {
      ...STATUS,
      items: [
        { code: 'P-2', state: 'changed', was: 720, now: 690, changes: ['photos'] },
        { code: 'P-3', state: 'gone', was: 2400, changes: ['photos'] },
      ],
    }
    fireEvent.click(buttons()[0]!)
    const panel = within(await dialog())
    expect((await panel.findByText('Without deleted photos')).textContent).toBeTruthy()
    expect(panel.getByText('Photos deleted')).toBeTruthy()
  })

  test('leads to the shop when everything is gone', async () => {
    await open()
    const items = STATUS.items.slice(2)
    service.reorder = { ...STATUS, reorderable: false, reason: 'gone', items }
    fireEvent.click(buttons()[0]!)
    const panel = within(await dialog())
    expect(panel.getByText('None of these products can be ordered any more.')).toBeTruthy()
    expect(panel.queryByRole('button', { name: 'Continue in the shop' })).toBeNull()
    expect(panel.getByRole('link', { name: 'Visit the shop' }).getAttribute('href')).toBe(
      'https://www.keepsake.example/',
    )
  })

  test('OP-70 RV-832 a cancelled order: disabled with its reason, which is there once, without asking', async () => {
    await open({ status: 'Cancelled' })
    expect(buttons()).toHaveLength(1)
    expect(buttons()[0]!.getAttribute('aria-disabled')).toBe('true')
    // RV-832: its reason is in the page once.
    const reason = screen.getByText(/Cancelled orders can’t be ordered again\./)
    expect(buttons()[0]!.getAttribute('aria-describedby')).toBe(reason.id)
    fireEvent.click(buttons()[0]!)
    expect(screen.queryByRole('tooltip')).toBeNull()
    expect(called('/reorder')).toBe(0)
  })

  test.each([
    ['expired', 'The details of this order are no longer kept, so it can’t be ordered again.'],
    ['blocked', 'Your business account is blocked. Contact customer care to order again.'],
    ['not-available', 'Ordering again isn’t available here.'],
  ] as const)('OP-70 %s: disabled with its reason once asked', async (reason, text) => {
    await open()
    service.reorder = { reorderable: false, reason, items: [] }
    fireEvent.click(buttons()[0]!)
    await waitFor(() =>
      expect(buttons().map(each => each.getAttribute('aria-disabled'))).toEqual(['true', 'true']),
    )
    expect(screen.getAllByText(text, { exact: false }).length).toBeGreaterThan(0)
    expect(screen.queryByRole('dialog')).toBeNull()
    // The list has no room for it, and the pointer is on the button already.
    expect(toasts.current().map(toast => toast.text)).toEqual([text])
  })

  test('a check that fails, and then a basket that fails, can be tried again and keep the differences', async () => {
    await open()
    service.reorder = 503
    service.basket = 503
    fireEvent.click(buttons()[0]!)
    const panel = within(await dialog())
    expect(panel.getByRole('alert').textContent).toContain('We couldn’t check what can be ordered again.')
    service.reorder = STATUS
    fireEvent.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByText('New price')).toBeTruthy()
    expect(panel.queryByRole('alert')).toBeNull()
    proceed()
    expect((await panel.findByRole('alert')).textContent).toContain(
      'We couldn’t prepare your order in the shop.',
    )
    expect(panel.getByText('New price')).toBeTruthy()
    service.basket = { ShopUrl: SHOP_URL }
    fireEvent.click(panel.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(gone).toEqual([SHOP_URL]))
  })

  test('what was possible a moment ago: the dialog closes and the button says why', async () => {
    await open()
    fireEvent.click(buttons()[0]!)
    await dialog()
    service.basket = 409
    service.reorder = { reorderable: false, reason: 'expired', items: [] }
    proceed()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(buttons()[0]!.getAttribute('aria-disabled')).toBe('true')
    expect(toasts.current().map(toast => toast.text)).toEqual([
      'The details of this order are no longer kept, so it can’t be ordered again.',
    ])
  })

  test.each(['javascript:alert(1)', 'https://evil.example/', 'http://user@www.keepsake.example/'])(
    'acceptance 9: %s as the address of the shop is an error, and the page stays',
    async ShopUrl => {
      await open()
      service.basket = { ShopUrl }
      fireEvent.click(buttons()[0]!)
      const panel = within(await dialog())
      proceed()
      expect(await panel.findByRole('alert')).toBeTruthy()
      expect(gone).toEqual([])
    },
  )
})

test('AA-073 the list offers it for orders of the history, by the order’s name', async () => {
  service = orderService([
    orderForTests({ superOrderCode: 'NEW', createdAt: formatDaysAgo(1) }),
    orderForTests({
      superOrderCode: 'OLD',
      createdAt: formatDaysAgo(60),
      status: 'Dispatched',
      products: PRODUCTS,
    }),
    orderForTests({ superOrderCode: 'CANCELLED', createdAt: formatDaysAgo(90), status: 'Cancelled' }),
  ])
  service.reorder = STATUS
  renderOrders('/orders')
  const old = await screen.findByRole('button', { name: 'Order again, Order OLD' })
  expect(screen.queryByRole('button', { name: 'Order again, Order NEW' })).toBeNull()
  const cancelled = screen.getByRole('button', { name: 'Order again, Order CANCELLED' })
  expect(cancelled.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(old)
  expect(await screen.findByRole('dialog', { name: 'Order OLD again' })).toBeTruthy()
})
