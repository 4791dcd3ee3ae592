import { expect, test } from 'vitest'
import type { Order, OrderedProduct } from '#contract/orders.ts'
import { findShownRule } from './withdrawal-rule.ts'

const UNTIL = '2026-12-04T23:59:59.999Z'
const LAST_DAY = '2026-12-04'
const at = (instant: string) => Date.parse(instant)

const createProduct = (more: Partial<OrderedProduct> = {}) =>
  ({
    code: 'P-1',
    status: 'shipped',
    withdrawable: true,
    withdrawUntil: UNTIL,
    withdrawalLastDay: LAST_DAY,
    ...more,
  }) as OrderedProduct
const createOrder = (product: OrderedProduct, more: Partial<Order> = {}) =>
  ({
    products: [product],
    parcels: [
      { productCodes: ['P-1'], shippedAt: '2026-11-18T10:00:00Z', deliveredAt: '2026-11-20T11:24:00Z' },
    ],
    ...more,
  }) as Order
const find = (now: string, product = createProduct(), more: Partial<Order> = {}) =>
  findShownRule(createOrder(product, more), product, at(now))

test('NX-123 NX-124 a product can be withdrawn from until the last instant of its period', () => {
  expect(find('2026-12-04T23:59:59.900Z')).toEqual({ kind: 'open', until: UNTIL, lastDay: LAST_DAY })
  expect(find('2026-12-05T00:00:00.000Z')).toEqual({ kind: 'ended', lastDay: LAST_DAY })
  const named = createProduct({ withdrawUntil: '2026-12-04T23:59:59Z' })
  expect(find('2026-12-04T23:59:59.900Z', named)?.kind).toBe('open')
  expect(
    find('2026-12-01T00:00:00Z', createProduct({ withdrawUntil: undefined, withdrawalLastDay: undefined })),
  ).toEqual({
    kind: 'open',
    until: undefined,
    lastDay: undefined,
  })
})

test('NX-123 NX-159 an excluded product says why, an unknown rule nothing', () => {
  const excluded = createProduct({ withdrawable: false, withdrawalExclusion: 'personalised' })
  expect(find('2026-11-22T12:00:00Z', excluded)).toEqual({ kind: 'excluded', exclusion: 'personalised' })
  expect(find('2026-11-22T12:00:00Z', createProduct({ withdrawable: undefined }))).toBeUndefined()
})

test('NX-123 90 days after the delivery nothing is said, unless a period still runs', () => {
  expect(find('2027-02-18T11:23:00Z')?.kind).toBe('ended')
  expect(find('2027-02-18T11:24:00Z')).toBeUndefined()
  expect(find('2027-02-19T00:00:00Z', createProduct({ withdrawUntil: '2027-03-01T00:00:00Z' }))?.kind).toBe(
    'open',
  )
})

test('NX-123 NX-133 a product that was withdrawn says so; after a rejection the right is as before', () => {
  const withdrawal = { productCodes: ['P-1'], state: 'received' } as NonNullable<Order['withdrawals']>[number]
  const withState = (state: typeof withdrawal.state) => ({ withdrawals: [{ ...withdrawal, state }] })
  expect(find('2026-11-22T12:00:00Z', createProduct(), withState('received'))?.kind).toBe('withdrawn')
  expect(find('2026-11-22T12:00:00Z', createProduct(), withState('rejected'))?.kind).toBe('open')
  expect(find('2026-12-06T12:00:00Z', createProduct(), withState('rejected'))?.kind).toBe('withdrawn')
})
