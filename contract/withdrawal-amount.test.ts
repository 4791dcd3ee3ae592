import { describe, expect, test } from 'vitest'
import { calculateWithdrawalAmount } from './withdrawal-amount.ts'

const print = { code: 'P', price: 1440, status: 'Dispatched' }
const frame = { code: 'F', price: 1850, status: 'Dispatched' }
const order = {
  products: [print, frame],
  total: { amount: 1440 + 1850 + 249, currency: 'GBP' as const },
  payment: { method: 'card', paidAt: '2026-11-20T10:00:00Z' },
}
const withdrawal = { state: 'confirmed' as const, productCodes: ['P'] }

describe('RV-1062 a withdrawal gives back', () => {
  test('the price of a part, and with all products everything paid, the delivery included', () => {
    expect(calculateWithdrawalAmount(order, ['F'])).toBe(1850)
    expect(calculateWithdrawalAmount(order, ['P', 'F'])).toBe(3539)
    expect(calculateWithdrawalAmount({ ...order, products: [frame] }, ['F'])).toBe(3539)
  })

  test('the rest with the last product that is left: less what was promised for the others, and paid back', () => {
    const rest = 1850 + 249
    expect(calculateWithdrawalAmount({ ...order, withdrawals: [withdrawal] }, ['F'])).toBe(rest)
    const refunds = [
      { amount: 1440, reason: 'withdrawal' as const },
      { amount: 500, reason: 'goodwill' as const },
    ]
    expect(calculateWithdrawalAmount({ ...order, withdrawals: [withdrawal], refunds }, ['F'])).toBe(
      rest - 500,
    )
    const rejected = { ...withdrawal, state: 'rejected' as const }
    expect(calculateWithdrawalAmount({ ...order, withdrawals: [rejected] }, ['F'])).toBe(1850)
    for (const status of ['Cancelled', 'cancelled']) {
      const products = [{ ...print, status }, frame]
      const cancelled = { ...order, products, refunds: [{ amount: 1440, reason: 'cancellation' as const }] }
      expect(calculateWithdrawalAmount(cancelled, ['F'])).toBe(rest)
    }
  })

  test('what discounts leave of a whole order; of a part it says no amount', () => {
    const discounted = {
      ...order,
      discounts: [{ name: 'WELCOME', amount: 500 }],
      total: { ...order.total, amount: 3039 },
    }
    expect(calculateWithdrawalAmount(discounted, ['F'])).toBeUndefined()
    expect(calculateWithdrawalAmount(discounted, ['F', 'P'])).toBe(3039)
    const earlier = { ...withdrawal, state: 'refunded' as const }
    const rest = {
      ...discounted,
      withdrawals: [earlier],
      refunds: [{ amount: 1221, reason: 'withdrawal' as const }],
    }
    expect(calculateWithdrawalAmount(rest, ['F'])).toBeUndefined()
  })

  test('nothing that was not paid, and no amount where a figure is missing', () => {
    const unpaid = { ...order, payment: { method: 'invoice' } }
    expect(calculateWithdrawalAmount(unpaid, ['F'])).toBe(0)
    const history = [{ status: 'paymentSuccess', at: '2026-11-20T10:00:00Z' }]
    expect(calculateWithdrawalAmount({ ...unpaid, history }, ['F'])).toBe(1850)
    expect(calculateWithdrawalAmount({ ...order, payment: undefined }, ['F'])).toBe(1850)
    expect(calculateWithdrawalAmount({ ...order, total: undefined }, ['P', 'F'])).toBeUndefined()
    const products = [print, { ...frame, price: undefined }]
    expect(calculateWithdrawalAmount({ ...order, products }, ['F'])).toBeUndefined()
  })
})
