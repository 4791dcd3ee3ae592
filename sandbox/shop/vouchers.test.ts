import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADDRESS, LARGE, TestShop, waitUntilPasses } from './testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_BACK_OFFICE: 'true' })
})
afterEach(() => t.close())

async function orderBook(): Promise<string> {
  const { id } = await t.openEditor({ 'beach.jpg': LARGE })
  await t.anna.open(`/prints/${id}/photo-book`)
  await t.anna.submit(`/prints/${id}/photo-book`, { title: 'Coast to coast', quantity: '1' })
  await t.anna.submit(`/prints/${id}/order`, ADDRESS)
  return t.anna.path.split('/').at(-1)!
}
const refresh = (product: string) => t.call('POST', `/vouchers/${product}/refresh`)

test('AA-074 a photo book comes with a voucher, which Keepsake gets with the order', async () => {
  const code = await orderBook()
  await waitUntilPasses(() => expect(t.keepsake.vouchers.get(`${code}-1`)).toBeDefined())
  const voucher = t.keepsake.vouchers.get(`${code}-1`)!
  expect(voucher).toEqual({
    version: 1,
    accountId: 'account-of-anna',
    code: expect.stringMatching(/^THANKS-[A-Z0-9]{8}$/),
    title: '15% off your next photo book',
    discount: { percent: 15 },
    validFrom: '2026-11-21T12:00:00.000Z',
    validUntil: '2027-01-30T12:00:00.000Z',
    redeemed: false,
  })
  expect(t.keepsake.orders.get(code)!.products[0]!.voucher).toBe(voucher.code)
  const prints = await t.order()
  expect((await t.file(prints)).voucher).toBeUndefined()
})

test('AA-079 the current voucher of a product; once redeemed in the back office it says so, also after a restart', async () => {
  const code = await orderBook()
  expect(await refresh(`${code}-1`)).toMatchObject({ status: 200, body: { version: 1, redeemed: false } })
  expect(await t.press(code, 'redeem-voucher')).toContain('Done.')
  const redeemed = { version: 2, redeemed: true, redeemedAt: '2026-11-21T12:00:00.000Z' }
  await waitUntilPasses(() => expect(t.keepsake.vouchers.get(`${code}-1`)).toMatchObject(redeemed))
  await t.restart()
  expect(await refresh(`${code}-1`)).toMatchObject({ status: 200, body: redeemed })
  expect(await t.press(code, 'redeem-voucher')).toContain('Not possible in this state.')
})

test('AA-079 404 for a product without a voucher, 401 without the token', async () => {
  const prints = await t.order()
  expect((await refresh(`${prints}-1`)).status).toBe(404)
  expect((await refresh('P-22222222AAAA-1')).status).toBe(404)
  expect((await refresh('unknown')).status).toBe(404)
  expect(
    (await t.call('POST', `/vouchers/${prints}-1/refresh`, undefined, { token: 'another' })).status,
  ).toBe(401)
})
