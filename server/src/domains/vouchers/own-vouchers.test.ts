import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/own-vouchers.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { upsertOrder } from '../orders/orders.ts'
import type { VoucherBody } from './tables.ts'
import { upsertVoucher } from './vouchers.ts'

let customer: Client
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  server.clock.set('2026-11-22T11:50:00Z')
  customer = await server.customer()
})

/** Stores a voucher of the customer; returns the code of its product. */
async function give(code: string, more: Partial<VoucherBody> = {}): Promise<string> {
  const product = `P-${randomUUID()}`
  const voucher = { version: 1, code, title: '15% off', redeemed: false, ...more }
  await upsertVoucher(server.ctx, product, customer.accountId, voucher)
  return product
}
const list = (cursor?: string | null) =>
  customer.call(contract.getVouchers, { query: { ...(cursor && { cursor }) } })

describe('NX-149 vouchers of a customer', () => {
  test('ready ones by their end, then used and expired ones, the latest first; with their order and counts', async () => {
    const product = await give('LATER', { validUntil: '2027-01-31T00:00:00Z' })
    await give('ENDLESS')
    await give('SOON', { validUntil: '2026-11-25T00:00:00Z' })
    await give('EXPIRED', { validUntil: '2026-10-31T00:00:00Z' })
    await give('USED', { redeemed: true, redeemedAt: '2026-11-12T00:00:00Z' })
    const order = `K-${randomUUID()}`
    const products = [{ code: product, article: 'PRINT', title: 'A print' }]
    await upsertOrder(server.ctx, order, orderForTests(customer.accountId, server.clock.now(), { products }))
    const { vouchers, counts } = await list()
    expect(counts).toEqual({ ready: 3, ended: 2 })
    expect(vouchers.map(({ code, orderCode }) => [code, orderCode])).toEqual([
      ['SOON', undefined],
      ['LATER', order],
      ['ENDLESS', undefined],
      ['USED', undefined],
      ['EXPIRED', undefined],
    ])
    server.clock.set('2026-11-25T00:00:00Z')
    customer = await server.customer()
    expect(await list()).toEqual({ vouchers: [], counts: { ready: 0, ended: 0 }, cursor: null })
  })

  test('50 a page; a cursor of another customer is refused', async () => {
    for (let n = 0; n < 53; n++) await give(`V-${n}`)
    const first = await list()
    expect([first.vouchers.length, first.counts]).toEqual([50, { ready: 53, ended: 0 }])
    const second = await list(first.cursor)
    expect([second.vouchers.length, second.cursor]).toEqual([3, null])
    const products = [...first.vouchers, ...second.vouchers].map(({ productCode }) => productCode)
    expect(new Set(products).size).toBe(53)
    customer = await server.customer()
    const query = { cursor: first.cursor! }
    expect((await customer.expectError(contract.getVouchers, { query })).status).toBe(400)
  })
})
