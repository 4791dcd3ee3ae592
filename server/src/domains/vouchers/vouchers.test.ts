import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import * as own from '#contract/own-vouchers.ts'
import type { LibraryPush } from '#contract/push.ts'
import * as retailer from '#contract/retailer-calls/vouchers.ts'
import * as contract from '#contract/vouchers.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { type RetailerServer, startRetailerServer } from '../../testing/retailer-server.ts'
import { putAsService } from '../../testing/service-calls.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'
import { upsertOrder } from '../orders/orders.ts'
import type { VoucherBody } from './tables.ts'
import { upsertVoucher } from './vouchers.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const DETAILS = {
  title: '15% off your next photo book',
  discount: { percent: 15 },
  validFrom: '2026-11-20T00:00:00.000Z',
  validUntil: '2027-01-31T12:00:00.000Z',
}

let customer: Client
let order: string
let product: string
let code: string
const shop = closeAfterAll(await startRetailerServer())
const serviceTokens = [{ name: 'shop', token: TOKEN }]
const server = closeAfterAll(
  await testServer({ config: { serviceTokens, retailer: { ...shop.settings, timeoutMs: 300 } } }),
)
beforeEach(async () => {
  customer = await server.customer()
  order = `K-${randomUUID()}`
  product = `${order}-1`
  code = `THANKS-${randomUUID()}`
})

const put = (path: string, body: object, service = SERVICES.vouchers as string) =>
  putAsService(server, TOKEN, `${service}/retailer/${path}`, body)
const place = async (voucher: string | undefined = code) => {
  const products = [
    { code: product, article: 'BOOK', title: 'Photo book', ...(voucher && { voucher }) },
    { code: `${order}-2`, article: 'PRINTS', title: 'Prints' },
  ]
  const body = orderForTests(customer.accountId, server.clock.now(), { products })
  expect((await put(`orders/${order}`, body, SERVICES.orders)).status).toBe(200)
}
const putVoucher = (version: number, more: object = {}) =>
  put(`products/${product}`, { version, accountId: customer.accountId, code, ...DETAILS, ...more })
const offerOf = (optionCode: string, client = customer) =>
  client.call(contract.getOffer, { params: { optionCode } })
const noOffer = async (optionCode: string, client = customer) =>
  (await client.expectError(contract.getOffer, { params: { optionCode } })).status
const vouchersOf = async () =>
  (await customer.call(contract.getOrderVouchers, { query: { orderCode: order } })).vouchers
const refresh = () => customer.call(contract.refreshVoucher, { params: { productCode: product } })

describe('AA-083 the offer behind a voucher code', () => {
  test('is the voucher of the caller’s product, with all its fields', async () => {
    await place()
    expect((await putVoucher(1, { description: 'One per customer' })).body).toEqual({
      version: 1,
      stored: true,
    })
    expect(await offerOf(code)).toEqual({
      code,
      isVoucherFound: true,
      ...DETAILS,
      description: 'One per customer',
      redeemed: false,
    })
    expect(await noOffer(code, await server.customer())).toBe(404)
  })

  test('is a campaign’s offer for everyone; 404 for an unknown code', async () => {
    await put(`offers/${code}`, { version: 1, ...DETAILS })
    expect(await offerOf(code)).toMatchObject({
      code,
      isVoucherFound: true,
      title: DETAILS.title,
      redeemed: false,
    })
    expect(await noOffer('UNKNOWN')).toBe(404)
    const anonymous = await fetch(`${server.origin}${SERVICES.vouchers}/api/v1/campaigns/offers/${code}`)
    expect(anonymous.status).toBe(401)
  })
})

describe('AA-074 the vouchers of an order', () => {
  test('name the product, the code and whether its offer is known', async () => {
    await place()
    expect(await vouchersOf()).toEqual([{ productCode: product, code, isVoucherFound: false }])
    await put(`offers/${code}`, { version: 1, ...DETAILS })
    expect(await vouchersOf()).toEqual([{ productCode: product, code, isVoucherFound: true }])
    const other = `${code}-2`
    await putVoucher(1, { code: other })
    expect(await vouchersOf()).toEqual([{ productCode: product, code: other, isVoucherFound: true }])
    const stranger = await server.customer()
    const foreign = await stranger.expectError(contract.getOrderVouchers, { query: { orderCode: order } })
    expect(foreign.status).toBe(404)
  })

  test('RV-953 may arrive before the order; a change is pushed to the page of the order', async () => {
    await putVoucher(1)
    await place(undefined)
    expect(await vouchersOf()).toEqual([{ productCode: product, code, isVoucherFound: true }])
    const socket = await openLibrarySocket(server.origin, customer.token)
    // The change of the order itself may arrive as late.
    const pushed = socket.next<LibraryPush>(message => message.type === 'voucher-changed')
    await putVoucher(2, { redeemed: true })
    expect(await pushed).toEqual({ type: 'voucher-changed', orderCode: order })
    socket.close()
  })
})

describe('AA-079 OP-71 refreshing a voucher', () => {
  test('asks the retailer, and its answer is the voucher from then on', async () => {
    await place()
    shop.on(retailer.refreshVoucher, ({ params }) => {
      expect(params).toEqual({ code: product })
      return { answer: { version: 3, code: `${code}-NEW`, ...DETAILS, redeemed: true } }
    })
    const current = { code: `${code}-NEW`, isVoucherFound: true, ...DETAILS, redeemed: true }
    expect(await refresh()).toEqual(current)
    expect(await offerOf(`${code}-NEW`)).toEqual(current)
    expect(await vouchersOf()).toEqual([{ productCode: product, code: `${code}-NEW`, isVoucherFound: true }])
    shop.on(retailer.refreshVoucher, () => ({ answer: { version: 2, code, ...DETAILS, redeemed: false } }))
    expect(await refresh()).toEqual(current)
  })

  test('a product without a voucher: isVoucherFound is false', async () => {
    await place()
    shop.on(retailer.refreshVoucher, () => ({ status: 404 }))
    expect(await refresh()).toEqual({ code, isVoucherFound: false, redeemed: false })
  })

  test('404 for an unknown and a foreign product, without asking', async () => {
    await place()
    shop.received.length = 0
    const stranger = await server.customer()
    const params = { productCode: product }
    expect((await stranger.expectError(contract.refreshVoucher, { params })).status).toBe(404)
    const unknown = { productCode: 'unknown' }
    expect((await customer.expectError(contract.refreshVoucher, { params: unknown })).status).toBe(404)
    expect(shop.received).toEqual([])
  })

  test.each<[string, Parameters<RetailerServer['on']>[1]]>([
    ['down', () => ({ status: 500 })],
    ['slow', () => () => {}],
    ['invalid', () => ({ status: 200, body: { version: 1 } })],
    [
      'contradicting',
      () => ({ status: 200, body: { version: 1, code: 'X', title: 'Other', redeemed: false } }),
    ],
  ])('a retailer that is %s: 503, and the stored voucher stays', async (_, reply) => {
    await place()
    await putVoucher(1)
    shop.on(retailer.refreshVoucher, reply as never)
    const failed = await customer.expectError(contract.refreshVoucher, { params: { productCode: product } })
    expect([failed.status, failed.body.code]).toEqual([503, 'unavailable'])
    expect(await offerOf(code)).toMatchObject({ title: DETAILS.title })
  })
})

/** Stores a voucher of the customer; returns the code of its product. */
async function give(code: string, more: Partial<VoucherBody> = {}): Promise<string> {
  const product = `P-${randomUUID()}`
  const voucher = { version: 1, code, title: '15% off', redeemed: false, ...more }
  await upsertVoucher(server.ctx, product, customer.accountId, voucher)
  return product
}
const list = (cursor?: string | null) =>
  customer.call(own.getVouchers, { query: { ...(cursor && { cursor }) } })

describe('NX-149 vouchers of a customer', () => {
  beforeEach(async () => {
    server.clock.set('2026-11-22T11:50:00Z')
    customer = await server.customer()
  })

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
    expect((await customer.expectError(own.getVouchers, { query })).status).toBe(400)
  })
})
