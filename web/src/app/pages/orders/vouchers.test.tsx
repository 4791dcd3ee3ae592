// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OwnVoucher } from '#contract/own-vouchers.ts'
import { type OrderService, orderForTests, orderService, renderOrders } from './orders.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

let service: OrderService

const voucher = (code: string, more: Partial<OwnVoucher> = {}): OwnVoucher => ({
  code,
  productCode: `${code}-1`,
  title: `Title of ${code}`,
  redeemed: false,
  ...more,
})
const rows = (name: RegExp) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(row => row.textContent)

test('NX-149 the tab has the count of the ready ones; ends in days from 7 days on, used and expired below, orders as links', async () => {
  service = orderService([])
  service.ownVouchers = {
    vouchers: [
      voucher('SOON', { validUntil: '2026-11-25T12:00:00Z', orderCode: '4702-8812' }),
      voucher('LATER', { validUntil: '2027-01-31T12:00:00Z' }),
      voucher('USED', { redeemed: true, redeemedAt: '2026-11-12T12:00:00Z' }),
      voucher('EXPIRED', { validUntil: '2026-10-31T12:00:00Z' }),
    ],
    counts: { ready: 2, ended: 2 },
    cursor: null,
  }
  renderOrders('/orders?tab=vouchers')
  expect((await screen.findByRole('link', { name: 'Vouchers 2' })).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Orders' }).getAttribute('aria-current')).toBeNull()
  await screen.findByRole('region', { name: /^Ready to use/ })
  expect(rows(/^Ready to use/)).toEqual([
    'Title of SOONSOON · ends in 3 days, until 25 November 2026From order 4702-8812',
    'Title of LATERLATER · until 31 January 2027',
  ])
  expect(rows(/^Used and expired/)).toEqual([
    'Title of USEDUSED · redeemed on 12 November 2026',
    'Title of EXPIREDEXPIRED · expired on 31 October 2026',
  ])
  expect(screen.getByRole('link', { name: 'From order 4702-8812' }).getAttribute('href')).toBe(
    '/orders/4702-8812',
  )
  expect(screen.getAllByRole('button', { name: /^Copy voucher code/ })).toHaveLength(2)
})

test('NX-149 without vouchers it says so', async () => {
  service = orderService([])
  renderOrders('/orders?tab=vouchers')
  expect(await screen.findByText('You have no vouchers yet')).toBeDefined()
})

test('NX-145 an order lists its documents: ready ones with their PDF, others are being prepared; none, no section', async () => {
  service = orderService([orderForTests()])
  const document = {
    id: 'd1',
    number: 'R-1',
    version: 1,
    changedAt: '2026-11-20T12:00:00Z',
    orderCodes: ['4711-2140'],
    kind: 'receipt',
    date: '2026-11-20',
    amount: 4890,
    currency: 'GBP',
  }
  service.documents = [
    { ...document, state: 'ready', corrects: [] },
    {
      ...document,
      id: 'd2',
      number: 'C-1',
      kind: 'credit-note',
      amount: -100,
      state: 'rendering',
      corrects: ['R-1'],
    },
    { ...document, id: 'd3', number: 'X-1', state: 'failed', corrects: [] },
  ]
  renderOrders('/orders/4711-2140')
  await screen.findByRole('region', { name: 'Documents' })
  expect(rows(/^Documents/)).toEqual([
    'Receipt R-120 November 2026 · £48.90',
    'Credit note C-120 November 2026 · −£1.00Preparing PDF…',
  ])
  // A line may end after a minus.
  expect(screen.getByText('−£1.00').classList).toContain('ui-nowrap')
  expect(screen.getByRole('button', { name: 'Download PDF of R-1' })).toBeDefined()
  cleanup()
  service = orderService([orderForTests({ superOrderCode: '4711-9' })])
  renderOrders('/orders/4711-9')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('region', { name: 'Documents' })).toBeNull()
})
