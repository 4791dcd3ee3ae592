// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import {
  type OrderService,
  orderForTests,
  orderService,
  productForTests,
  renderOrders,
} from './orders.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

let service: OrderService

function open(orders: Order[], path = '/orders') {
  service = orderService(orders)
  return renderOrders(path)
}
const titled = (superOrderCode: string, title: string, parts: Partial<Order> = {}) =>
  orderForTests({ superOrderCode, products: [productForTests({ title })], ...parts })
const field = () => screen.findByRole('textbox', { name: 'Order number or product' })
const type = async (value: string) => fireEvent.change(await field(), { target: { value } })
const marks = () => [...document.querySelectorAll('mark')].map(mark => mark.textContent)
const links = () => screen.getAllByRole('heading', { level: 3 }).map(heading => heading.textContent)

describe('NX-147 search of orders', () => {
  test('typing finds orders in one list, with their number and marks; the address holds it; Clear brings all back', async () => {
    const router = open([
      titled('4711-1873', 'Wall calendar ‘Family’'),
      titled('4711-1502', 'Photo book', { createdAt: '2025-12-02T10:00:00Z' }),
    ])
    await screen.findByRole('region', { name: /^In progress/ })
    await type('Calendar')
    expect(await screen.findByRole('heading', { level: 2, name: '1 order with ‘Calendar’' })).toBeDefined()
    expect([links(), marks()]).toEqual([['Wall calendar ‘Family’'], ['calendar']])
    expect(router.state.location.search).toEqual({ q: 'Calendar' })
    expect(document.activeElement?.tagName).not.toBe('BUTTON')
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear' }).at(-1)!)
    await screen.findByRole('region', { name: /^In progress/ })
    expect(((await field()) as HTMLInputElement).value).toBe('')
    expect([router.state.location.search, marks()]).toEqual([{}, []])
  })

  test('a code without hyphens marks the code; the address alone is enough', async () => {
    open([titled('4711-1873', 'Wall calendar')], '/orders?q=47111873&year=2026')
    await screen.findByRole('heading', { level: 2, name: '1 order with ‘47111873’' })
    expect(marks()).toEqual(['4711-1873'])
    expect(((await field()) as HTMLInputElement).value).toBe('47111873')
    expect(screen.getByRole('button', { name: 'Year: 2026 (1)' }).textContent).toBe('2026')
    expect(service.requests).not.toContain('/v2/superorders/me?Offset=0&Limit=100&OrderState=notExpired')
  })

  test('orders are found by the names of their articles in the channel', async () => {
    open(
      [orderForTests({ products: [productForTests({ article: 'BOOK', title: 'BOOK' })] })],
      '/orders?q=zzz',
    )
    await screen.findByText('No order found')
    expect(service.requests.at(-1)).not.toContain('articleNames')
  })

  test('‘Show more’ adds the next page and moves the focus to its first order', async () => {
    open(
      Array.from({ length: 23 }, (_, index) => titled(`K-${index}`, `Mug ${index}`)),
      '/orders?q=mug',
    )
    await screen.findByRole('heading', { level: 2, name: '23 orders with ‘mug’' })
    expect(links()).toHaveLength(10)
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(links()).toHaveLength(20))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Mug 10'))
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(links()).toHaveLength(23))
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })
})

describe('NX-148 nothing found, and failures', () => {
  test('says what was searched and offers the next wider search: all years, all states, everything', async () => {
    open([titled('4711-1873', 'Wall calendar')], '/orders?q=4711-9999&state=sent&year=2025')
    await screen.findByText('No order found')
    expect(document.body.textContent).toContain('Nothing matches ‘4711-9999’ · Sent · 2025.')
    fireEvent.click(screen.getByRole('button', { name: 'Search all years' }))
    await waitFor(() => expect(document.body.textContent).toContain('matches ‘4711-9999’ · Sent.'))
    fireEvent.click(screen.getByRole('button', { name: 'Search all states' }))
    await waitFor(() => expect(document.body.textContent).toContain('matches ‘4711-9999’.'))
    fireEvent.click(screen.getByRole('button', { name: 'Show all orders' }))
    await screen.findByRole('region', { name: /^In progress/ })
  })

  test('a failure keeps what was typed and can be repeated', async () => {
    open([titled('4711-1873', 'Wall calendar')])
    await screen.findByRole('region', { name: /^In progress/ })
    service.failing = '/search'
    await type('wall')
    const alert = await screen.findByRole('alert')
    expect(((await field()) as HTMLInputElement).value).toBe('wall')
    service.failing = undefined
    fireEvent.click(within(alert).getByRole('button'))
    await screen.findByRole('heading', { level: 2, name: '1 order with ‘wall’' })
  })
})
