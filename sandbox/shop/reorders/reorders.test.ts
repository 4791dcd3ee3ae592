import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TestBrowser } from '../testing/test-browser.ts'
import { ADDRESS, LARGE, SHOP_ORIGIN, TestShop, waitUntilPasses } from '../testing/test-shop.testing.ts'

const RETURN_URL = 'https://my.example/orders/1'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_BACK_OFFICE: 'true' })
})
afterEach(() => t.close())

/** Orders a print of each of three photos: two of the small size, two copies of a larger one. */
async function orderPrints() {
  const { id, form, photo } = await t.openEditor({ 'a.jpg': LARGE, 'b.jpg': LARGE, 'c.jpg': LARGE })
  await t.anna.submit(form, {
    [`s-${photo('c.jpg')}`]: 'PRINT-20X30-GLOSSY',
    [`q-${photo('c.jpg')}`]: '2',
  })
  await t.placeOrder(id)
  const remove = (name: string) => {
    t.keepsake.selections.get(id)!.find(each => each.name === name)!.removed = true
  }
  return { code: t.anna.path.split('/').at(-1)!, remove, photo }
}
const offer = (code: string) => t.call('GET', `/reorders/${code}`)
const reorder = (orderCode: string, requestId: string = randomUUID()) =>
  t.call('POST', '/reorders', { requestId, orderCode, returnUrl: RETURN_URL })
async function change(article: string, action: string) {
  await t.anna.open('/back-office/articles')
  await t.anna.submit(`/back-office/articles/${article}`, { action })
}
/** The path of a basket that was answered. */
function basketOf({ status, body }: Awaited<ReturnType<typeof reorder>>): string {
  expect(status).toBe(200)
  expect(body.shopUrl.startsWith(`${SHOP_ORIGIN}/baskets/`)).toBe(true)
  return new URL(body.shopUrl).pathname
}

describe('AA-081 what ordering again would give', () => {
  test('the same products at the same prices', async () => {
    const { code } = await orderPrints()
    expect(await offer(code)).toEqual({
      status: 200,
      body: {
        reorderable: true,
        currency: 'GBP',
        items: [
          { code: `${code}-1`, state: 'same', was: 34, now: 34, changes: [] },
          { code: `${code}-2`, state: 'same', was: 350, now: 350, changes: [] },
        ],
      },
    })
  })

  test('a changed price and a withdrawn article, from the back office and after a restart', async () => {
    const { code } = await orderPrints()
    await change('PRINT-10X15-GLOSSY', 'raise-the-price')
    await change('PRINT-20X30-GLOSSY', 'stop-selling')
    await t.restart()
    expect((await offer(code)).body.items).toEqual([
      { code: `${code}-1`, state: 'changed', was: 34, now: 38, changes: ['price'] },
      { code: `${code}-2`, state: 'gone', was: 350, changes: ['article'] },
    ])
    await change('PRINT-10X15-GLOSSY', 'stop-selling')
    expect((await offer(code)).body).toMatchObject({ reorderable: false, reason: 'gone' })
    expect(await reorder(code)).toEqual({ status: 409, body: { reason: 'gone' } })
    await change('PRINT-20X30-GLOSSY', 'undo-changes')
    expect((await offer(code)).body.items[1]).toMatchObject({ state: 'same', now: 350 })
  })

  test('photos that were deleted since: fewer copies, or gone with the last one', async () => {
    const { code, remove } = await orderPrints()
    remove('a.jpg')
    remove('c.jpg')
    expect((await offer(code)).body.items).toEqual([
      { code: `${code}-1`, state: 'changed', was: 34, now: 17, changes: ['photos'] },
      { code: `${code}-2`, state: 'gone', was: 350, changes: ['photos'] },
    ])
    remove('b.jpg')
    expect(await reorder(code)).toEqual({ status: 409, body: { reason: 'gone' } })
  })

  test('a cancelled order and one whose data are too old are refused with the reason', async () => {
    const { code } = await orderPrints()
    await t.press(code, 'cancel')
    expect((await offer(code)).body).toMatchObject({ reorderable: false, reason: 'cancelled', items: [] })
    const old = (await orderPrints()).code
    t.passSeconds(731 * 86_400)
    expect((await offer(old)).body).toMatchObject({ reorderable: false, reason: 'expired', items: [] })
    expect(await reorder(old)).toEqual({ status: 409, body: { reason: 'expired' } })
  })

  test('404 for an unknown order, 400 for a wrong call, 401 without the token, 503 while Keepsake is away', async () => {
    const { code } = await orderPrints()
    expect((await offer('P-22222222AAAA')).status).toBe(404)
    expect((await reorder('P-22222222AAAA')).status).toBe(404)
    expect((await t.call('POST', '/reorders', { orderCode: code })).status).toBe(400)
    expect((await t.call('GET', `/reorders/${code}`, undefined, { token: 'another-token' })).status).toBe(401)
    t.keepsake.unavailable = true
    expect((await offer(code)).status).toBe(503)
    t.keepsake.unavailable = false
    await t.close()
    t = await TestShop.start({ SHOP_TOKEN: undefined as never })
    expect((await fetch(`${t.shop.origin}/keepsake/reorders/${code}`)).status).toBe(404)
  })
})

describe('AA-081 the basket of an order that is ordered again', () => {
  test('has the same photos, sizes and copies, and opens at the checkout', async () => {
    const { code } = await orderPrints()
    await t.anna.open(basketOf(await reorder(code)))
    expect(t.anna.path).toMatch(/\/delivery$/)
    expect(t.anna.text).toContain('2 prints, 10 × 15 cm £0.34 2 prints, 20 × 30 cm £3.50')
    expect(t.anna.html).toContain(RETURN_URL)
    const id = t.anna.path.split('/')[2]!
    await t.anna.submit(`/prints/${id}/order`, ADDRESS)
    const again = t.anna.path.split('/').at(-1)!
    expect(again).not.toBe(code)
    await waitUntilPasses(() => expect(t.keepsake.orders.get(again)).toBeDefined())
    expect((await t.file(again)).lines).toEqual((await t.file(code)).lines)
  })

  test('a photo book with its title, and all its photos', async () => {
    const { id } = await t.openEditor({ 'a.jpg': LARGE, 'b.jpg': LARGE })
    await t.anna.open(`/prints/${id}/photo-book`)
    await t.anna.submit(`/prints/${id}/photo-book`, { title: 'Coast to coast', quantity: '2' })
    await t.anna.submit(`/prints/${id}/order`, ADDRESS)
    const code = t.anna.path.split('/').at(-1)!
    await t.anna.open(basketOf(await reorder(code)))
    expect(t.anna.text).toContain('2 × Coast to coast')
    await t.anna.submit(`/prints/${t.anna.path.split('/')[2]}/order`, ADDRESS)
    const again = await t.file(t.anna.path.split('/').at(-1)!)
    expect(again.photoIds).toEqual((await t.file(code)).photoIds)
    expect(again.photoIds).toHaveLength(2)
  })

  test('a repeated request gives the same basket, also after a restart; another request another one', async () => {
    const { code } = await orderPrints()
    const requestId = randomUUID()
    const first = basketOf(await reorder(code, requestId))
    expect(basketOf(await reorder(code, requestId))).toBe(first)
    await t.restart()
    expect(basketOf(await reorder(code, requestId))).toBe(first)
    expect(basketOf(await reorder(code))).not.toBe(first)
  })

  test('opens in the first browser that presents its address, and in no other', async () => {
    const { code } = await orderPrints()
    const path = basketOf(await reorder(code))
    await t.anna.open(path)
    expect(t.anna.path).toMatch(/\/delivery$/)
    const other = new TestBrowser(t.shop.origin)
    expect((await other.open(path)).status).toBe(403)
    expect((await other.open(`/baskets/${randomUUID()}`)).status).toBe(404)
    expect((await t.anna.open(path)).status).toBe(200)
  })

  test('without the withdrawn article; one that is withdrawn later cannot be ordered', async () => {
    const { code } = await orderPrints()
    await change('PRINT-20X30-GLOSSY', 'stop-selling')
    const path = basketOf(await reorder(code))
    await t.anna.open(path)
    expect(t.anna.text).toContain('2 prints, 10 × 15 cm £0.34 Delivery')
    await change('PRINT-10X15-GLOSSY', 'stop-selling')
    await t.anna.open(path)
    expect(t.anna.path).not.toMatch(/delivery/)
  })
})
