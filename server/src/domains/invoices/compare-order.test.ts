import { describe, expect, test } from 'vitest'
import { compareWithOrder } from './compare-order.ts'
import { invoiceForTests } from './invoices.testing.ts'

const invoice = { ...invoiceForTests('account'), payment: { method: 'card' as const } }
const order = {
  createdAt: '2026-11-20T10:00:00Z',
  total: { amount: 11_100, currency: 'GBP' as const },
  vat: [
    { rate: 2000, amount: 1600 },
    { rate: 0, amount: 0 },
  ],
  payment: { method: 'invoice' as const },
}
const list = (more: object, status: 'open' | 'paid' | null = 'open') =>
  compareWithOrder(invoice, status, { ...order, ...more }).map(({ path, expected, found }) => [
    path,
    expected,
    found,
  ])

describe('RV-1061 an invoice and its order', () => {
  test('that agree, and what the order does not say', () => {
    expect(list({})).toEqual([])
    expect(list({ total: order.total, vat: undefined, payment: undefined }, 'paid')).toEqual([])
    expect(list({ payment: { method: 'card', paidAt: '2026-11-20T10:01:00Z' } }, 'paid')).toEqual([])
    expect(list({ payment: { method: 'card', paidAt: '2026-11-20T10:01:00Z' } }, null)).toEqual([])
    expect(list({}, 'paid')).toEqual([])
    // The evening before in the far west.
    expect(list({ createdAt: '2026-11-21T11:59:59Z' })).toEqual([])
  })

  test.each([
    ['the total', { total: { amount: 11_101, currency: 'GBP' } }, [['totals.gross', 11_101, 11_100]]],
    ['the currency', { total: { amount: 11_100, currency: 'EUR' } }, [['currency', 'EUR', 'GBP']]],
    ['no total', { total: undefined }, []],
    ['VAT', { vat: [{ rate: 2000, amount: 841 }] }, [['vat.0.tax', 841, 1600]]],
    ['VAT at a rate that the other has not', { vat: [{ rate: 500, amount: 3 }] }, [['vat', 3, 0]]],
    [
      'the payment',
      { payment: { method: 'card', paidAt: '2026-11-20T10:01:00Z' } },
      [['paymentStatus', 'paid', 'open']],
    ],
    ['the payment method', { payment: { method: 'paypal' } }, [['payment.method', 'paypal', 'card']]],
    ['the day', { createdAt: '2026-11-21T12:00:00Z' }, [['issueDate', '2026-11-21', '2026-11-20']]],
  ])('that differ in %s are named with both values', (_, more, problems) => {
    expect(list(more)).toEqual(problems)
  })
})
