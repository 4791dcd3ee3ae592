import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ModeratedEntry } from '#contract/retailer-widgets.ts'
import { ADDRESS, LARGE, TestShop, waitUntilPasses } from './testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start({ SHOP_BACK_OFFICE: 'true' })
})
afterEach(() => t.close())

async function orderBook(photos: number): Promise<{ code: string; photoIds: string[] }> {
  const names = Array.from({ length: photos }, (_, n) => [`photo-${n}.jpg`, LARGE] as const)
  const { id, photo } = await t.openEditor(Object.fromEntries(names))
  await t.anna.open(`/prints/${id}/photo-book`)
  await t.anna.submit(`/prints/${id}/photo-book`, { title: 'Coast to coast', quantity: '1' })
  await t.anna.submit(`/prints/${id}/order`, ADDRESS)
  return { code: t.anna.path.split('/').at(-1)!, photoIds: names.map(([name]) => photo(name)) }
}
const dispatch = async (code: string) => {
  for (let step = 0; step < 4; step++) await t.press(code, 'next-step')
}
const widgetOf = async (code: string) => {
  await waitUntilPasses(() => expect(t.keepsake.widgets.get(`${code}-1`)).toBeDefined())
  return t.keepsake.widgets.get(`${code}-1`)!
}

describe('AA-092 widgets of photo books', () => {
  test('AA-092 Keepsake gets the widget of a photo book when the book is on its way', async () => {
    const { code, photoIds } = await orderBook(3)
    await waitUntilPasses(() => expect(t.keepsake.orders.get(code)).toBeDefined())
    await t.press(code, 'next-step')
    expect(t.keepsake.widgets.size).toBe(0)
    await dispatch(code)
    expect(await widgetOf(code)).toEqual({
      version: 1,
      accountId: 'account-of-anna',
      orderCode: code,
      title: 'Coast to coast',
      productName: 'Photo book',
      createdAt: '2026-11-21T12:00:00.000Z',
      pageSize: { width: 210, height: 210 },
      pages: photoIds.map(photoId => ({ pictures: [{ photoId }] })),
    })
    expect(t.keepsake.orders.get(code)).toBeDefined()
    const prints = await t.order()
    expect((await t.file(prints)).widget).toBeUndefined()
    await t.restart()
    expect(t.keepsake.widgets.size).toBe(1)
  })

  test('AA-092 more photos than pages share pages evenly, in their order and each once', async () => {
    const { code, photoIds } = await orderBook(60)
    await dispatch(code)
    const { pages } = await widgetOf(code)
    expect(pages).toHaveLength(24)
    expect(pages.flatMap(page => page.pictures.map(({ photoId }) => photoId))).toEqual(photoIds)
    expect(new Set(pages.slice(1).map(page => page.pictures.length))).toEqual(new Set([2, 3]))
  })

  test('AA-099 the back office blocks an order and ends the block', async () => {
    const { code } = await orderBook(1)
    await t.press(code, 'block')
    await waitUntilPasses(() =>
      expect(t.keepsake.orders.get(code)).toMatchObject({ blocked: true, status: 'Received' }),
    )
    await t.press(code, 'block')
    expect(t.anna.text).toContain('Not possible in this state.')
    await t.press(code, 'unblock')
    await waitUntilPasses(() => expect(t.keepsake.orders.get(code)!.blocked).toBeUndefined())
  })
})

describe('AA-098 the back office moderates the gallery', () => {
  const entry = (more: Partial<ModeratedEntry> = {}): ModeratedEntry => ({
    id: randomUUID(),
    state: 'pending',
    version: 2,
    widgetId: 'P-1-1',
    title: 'Our <b>year</b>',
    description: 'Nine days, one old van.',
    categoryId: 'travel',
    authorName: 'Anna K.',
    publicUrl: 'https://my.example/w/abc',
    previewUrl: 'https://my.example/w/abc/def/800',
    updatedAt: '2026-11-21T12:00:00.000Z',
    ...more,
  })
  const PATH = '/back-office/gallery'

  test('AA-098 entries that await approval are approved or rejected in the version that is shown', async () => {
    const [good, bad] = [entry(), entry({ title: 'Spam' })]
    t.keepsake.pendingEntries.set('KEEPSAKE-GB', [good, bad])
    await t.anna.open(PATH)
    expect(t.anna.text).toContain('Our <b>year</b>')
    expect(t.anna.text).toContain('Anna K.')
    await t.anna.submit(`${PATH}/${good.id}`, { action: 'approved' })
    expect(t.anna.text).toContain('Done.')
    await t.anna.submit(`${PATH}/${bad.id}`, { action: 'rejected' })
    expect(t.keepsake.decisions).toEqual([
      { id: good.id, state: 'approved', version: 2 },
      { id: bad.id, state: 'rejected', version: 2 },
    ])
    expect(t.anna.text).toContain('Nothing awaits approval.')
  })

  test('AA-098 one that its customer has changed since is shown again; without Keepsake the page says so', async () => {
    const pending = entry()
    t.keepsake.pendingEntries.set('KEEPSAKE-GB', [pending])
    await t.anna.open(PATH)
    pending.version = 3
    await t.anna.submit(`${PATH}/${pending.id}`, { action: 'approved' })
    expect(t.anna.text).toContain('The customer has changed or removed it.')
    expect(t.keepsake.decisions).toEqual([])
    t.keepsake.unavailable = true
    await t.anna.open(PATH)
    expect(t.anna.text).toContain('The library gave no answer')
  })

  test('AA-098 there is none without the back office', async () => {
    await t.restart({ SHOP_BACK_OFFICE: 'false' })
    expect((await t.anna.open(PATH)).status).toBe(404)
  })
})
