import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADDRESS, LARGE, TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_PACE: '20' })
})
afterEach(() => t.close())

async function orderPoster(title: string): Promise<string> {
  const { id } = await t.openEditor({ 'beach.jpg': LARGE, 'cat.jpg': LARGE })
  await t.anna.open(`/prints/${id}/map-poster`)
  await t.anna.submit(`/prints/${id}/map-poster`, { article: 'MAP-POSTER-50X70', title, quantity: '1' })
  await t.anna.submit(`/prints/${id}/order`, ADDRESS)
  return t.anna.path.split('/').at(-1)!
}

async function reachProduction(code: string): Promise<void> {
  for (const status of ['Confirmed', 'ProductionStarted']) {
    t.passSeconds(20)
    await waitUntilPasses(() => expect(t.keepsake.orders.get(code)?.status).toBe(status))
  }
}

test('AA-088 the PDF of a map poster, in the size of its paper, is sent when it is produced', async () => {
  const code = await orderPoster('The long way home')
  expect(t.keepsake.productFiles.size).toBe(0)
  await reachProduction(code)
  await waitUntilPasses(() => expect(t.keepsake.productFiles.get(`${code}-1`)).toBeDefined())
  const { bytes, ...about } = t.keepsake.productFiles.get(`${code}-1`)!
  expect(about).toEqual({ version: 1, accountId: 'account-of-anna', createdAt: t.now.toISOString() })
  const text = bytes.toString('latin1')
  expect(text.startsWith('%PDF-')).toBe(true)
  // 500 × 700 mm.
  expect(text).toContain('/MediaBox [0 0 1417.3228346456694 1984.2519685039372]')
  await waitUntilPasses(async () => expect((await t.sent())[`file ${code}`]).toEqual({ acknowledged: 1 }))
})

test('AA-088 other orders send no PDF', async () => {
  const code = await t.order()
  await reachProduction(code)
  await waitUntilPasses(async () => expect((await t.sent())[`dates ${code}`]).toEqual({ acknowledged: 1 }))
  expect(t.keepsake.productFiles.size).toBe(0)
})
