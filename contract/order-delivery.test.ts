import { describe, expect, test } from 'vitest'
import { findComplaintBlock } from './complaint-rules.ts'
import { findParcelArrival, locateProduct, summarizeDelivery } from './order-delivery.ts'
import { findOrderMessage } from './order-message.ts'
import { at, day, ORDERS_NOW, orderForTests, parcelForTests, productForTests } from './orders.testing.ts'
import type { Order } from './orders.ts'

const MOMENT = { now: Date.parse(ORDERS_NOW), timeZone: 'Europe/London' }
const parcel = (code: string, more: Partial<Order['parcels'][number]> = {}) =>
  parcelForTests({ number: code, productCodes: [code], ...more }).parcels
const range = (from: number, to: number) => ({ from: day(from), to: day(to) })
const expected = (from: number, to: number) => ({ expectedFrom: day(from), expectedTo: day(to) })

/** A book and a frame, told to arrive in one and in four days. */
const order = (parcels: Order['parcels'] = [], status = 'ProductionStarted') =>
  orderForTests({
    status,
    products: [productForTests('book', status), productForTests('frame', status)],
    parcels,
    deliveryDates: [
      { ...range(1, 1), productCodes: ['book'] },
      { ...range(4, 6), productCodes: ['frame'] },
    ],
  })
const locate = (found: Order) => found.products.map(product => locateProduct(found, product).arriving)

describe('RV-1073 RV-1265 the days of a product', () => {
  test('are those told, then those of its parcel, then none', () => {
    expect(locate(order())).toEqual([range(1, 1), range(4, 6)])
    const sent = order([...parcel('book', expected(2, 3)), ...parcel('frame')], 'Dispatched')
    expect(locate(sent)).toEqual([range(2, 3), range(4, 6)])
    expect(sent.parcels.map(each => findParcelArrival(sent, each))).toEqual([range(2, 3), range(4, 6)])
    const ready = order([
      ...parcel('book', { deliveredAt: at(-1) }),
      ...parcel('frame', { pickupReadyAt: at(-1) }),
    ])
    expect(locate(ready)).toEqual([undefined, undefined])
  })

  test('are those of its parcels that are not delivered', () => {
    const two = [
      ...parcel('book', { ...expected(-3, -2), deliveredAt: at(-2) }),
      ...parcel('book', expected(2, 3)),
    ]
    expect(locateProduct(order(two), productForTests('book', 'Dispatched'))).toMatchObject({
      state: 'underway',
      arriving: range(2, 3),
    })
  })

  test('are all those of what is in one parcel', () => {
    const both = parcel('1', { productCodes: ['book', 'frame'] })
    expect(locate(order(both, 'Dispatched'))).toEqual([range(1, 6), range(1, 6)])
  })

  test('are not joined when the last parcel leaves', () => {
    const sent = order([...parcel('book', expected(1, 2)), ...parcel('frame', expected(4, 6))], 'Dispatched')
    expect(
      summarizeDelivery(sent).groups.map(({ productCodes, arriving }) => [productCodes, arriving]),
    ).toEqual([
      [['book'], range(1, 2)],
      [['frame'], range(4, 6)],
    ])
    expect(findOrderMessage(sent, MOMENT)).toMatchObject({ kind: 'sent', arriving: undefined })
    const same = order([...parcel('book', expected(1, 2)), ...parcel('frame', expected(1, 2))], 'Dispatched')
    expect(findOrderMessage(same, MOMENT)).toMatchObject({ kind: 'sent', arriving: range(1, 2) })
  })

  test('decide when it can be reported that it has not arrived', () => {
    const find = (parcels: Order['parcels']) =>
      findComplaintBlock(order(parcels, 'Dispatched'), 'book', { reason: 'not-arrived', ...MOMENT })
    expect(find(parcel('book', expected(-2, -1)))).toBeUndefined()
    expect(find(parcel('book', expected(-2, 0)))).toBe('not-late-yet')
    expect(find(parcel('book'))).toBe('not-late-yet')
  })
})
