import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { deletePhotos } from '#contract/photos.ts'
import * as contract from '#contract/widget-gallery.ts'
import * as widgets from '#contract/widgets.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { readPages } from '../../../testing/read-pages.ts'
import { closeAccount } from '../../identity/testing/mail-links.ts'
import { startWidgetServer, type TestBook } from '../widget-server.testing.ts'

const CHANNEL = 'KEEPSAKE-GB'
const DETAILS = {
  title: 'Coast to coast',
  description: 'Nine days, one old van.',
  categoryId: 'travel',
  authorName: 'Anna K.',
} as const

const t = await startWidgetServer()
let book: TestBook
beforeEach(async () => {
  book = await t.createBook()
})

const query = { channel: CHANNEL }
/** Creates the entry of another book that the customer ordered. */
async function createNeighbour(): Promise<contract.GalleryEntry> {
  const order = `K-${randomUUID()}`
  const neighbour = { ...book, order, product: `${order}-1` }
  await t.putOrder(neighbour)
  await t.putWidget(neighbour)
  return create(neighbour)
}
const create = (of = book) =>
  of.customer.call(contract.createGalleryEntry, {
    body: { widgetId: of.product, channel: CHANNEL, ...DETAILS },
  })
const change = (details: object = {}) =>
  book.customer.call(contract.updateGalleryEntry, {
    params: { id: book.product },
    query,
    body: { ...DETAILS, ...details },
  })
const remove = (id: string) => book.customer.call(contract.deleteGalleryEntry, { params: { id }, query })
const approve = (entry: contract.GalleryEntry) =>
  t.decide(entry.id, { state: 'approved', version: entry.version })
/** The entry as the retailer reads it. */
const readEntry = async (id: string, more: Record<string, string> = {}) => {
  const { body } = await t.readGallery(more)
  return body.entries.find((entry: { id: string }) => entry.id === id)
}
const startOfTest = () => t.server.clock.now().toISOString()
const secondsLater = (seconds: number) =>
  t.server.clock.set(new Date(t.server.clock.now().getTime() + seconds * 1000))

describe('AA-098 the calls of a gallery entry', () => {
  test('AA-098 an entry is created, read, changed and removed; the widget names it', async () => {
    const entry = await create()
    expect(entry).toEqual({
      id: expect.any(String),
      widgetId: book.product,
      channel: CHANNEL,
      ...DETAILS,
      state: 'pending',
      version: 1,
      updatedAt: expect.any(String),
    })
    expect(await t.read(book)).toMatchObject({ galleryEntryId: entry.id, galleryState: 'pending' })
    const params = { id: entry.id }
    expect(await book.customer.call(contract.getGalleryEntry, { params, query })).toEqual(entry)
    expect(await change({ categoryId: 'family' })).toMatchObject({ categoryId: 'family', version: 2 })
    expect(await change({ categoryId: 'family' })).toMatchObject({ version: 2 })
    await remove(entry.id)
    expect(await t.read(book)).toMatchObject({ galleryEntryId: null, galleryState: null })
    expect((await book.customer.expectError(contract.getGalleryEntry, { params, query })).status).toBe(404)
    expect((await create()).id).not.toBe(entry.id)
  })

  test('AA-098 the second one of a widget is 409, of two at the same time one is', async () => {
    const outcomes = await Promise.allSettled([create(), create()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const body = { widgetId: book.product, channel: CHANNEL, ...DETAILS }
    expect(await book.customer.expectError(contract.createGalleryEntry, { body })).toMatchObject({
      status: 409,
      body: { reason: 'in-gallery' },
    })
  })

  test('AA-098 entries and widgets of others, and other channels, are answered like unknown ones', async () => {
    const entry = await create()
    const stranger = (await t.createCustomer(0)).customer
    const own = { params: { id: entry.id }, query }
    const change = { params: { id: book.product }, query, body: DETAILS }
    const elsewhere = { query: { channel: 'SNAPBOOK-GB' } }
    const { getGalleryEntry, deleteGalleryEntry, updateGalleryEntry, createGalleryEntry } = contract
    const body = { widgetId: book.product, channel: CHANNEL, ...DETAILS }
    const answers = [
      await stranger.expectError(getGalleryEntry, own),
      await book.customer.expectError(getGalleryEntry, { ...own, ...elsewhere }),
      await book.customer.expectError(getGalleryEntry, { ...own, params: { id: randomUUID() } }),
      await stranger.expectError(deleteGalleryEntry, own),
      await book.customer.expectError(deleteGalleryEntry, { ...own, ...elsewhere }),
      await stranger.expectError(updateGalleryEntry, change),
      await book.customer.expectError(updateGalleryEntry, { ...change, ...elsewhere }),
      await stranger.expectError(createGalleryEntry, { body }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(await t.read(book)).toMatchObject({ galleryEntryId: entry.id })
  })

  test('AA-098 a channel of another vendor and wrong fields are 400, all of them named', async () => {
    const body = { widgetId: book.product, channel: CHANNEL, ...DETAILS }
    const wrong = await book.customer.expectError(contract.createGalleryEntry, {
      body: { ...body, title: '', description: '', categoryId: 'cars', authorName: 'a\nb' },
    } as never)
    expect(wrong).toMatchObject({
      status: 400,
      body: { fields: { title: 'empty', categoryId: 'not-valid', authorName: 'not-valid' } },
    })
    const elsewhere = await book.customer.expectError(contract.createGalleryEntry, {
      body: { ...body, channel: 'SNAPBOOK-GB' },
    })
    expect(elsewhere).toMatchObject({ status: 400, body: { fields: { channel: 'unknown' } } })
  })

  test('AA-099 the widget of a blocked order, and one without photos, cannot be put into the gallery', async () => {
    const body = { widgetId: book.product, channel: CHANNEL, ...DETAILS }
    await t.putOrder(book, { version: 2, blocked: true })
    expect(await book.customer.expectError(contract.createGalleryEntry, { body })).toMatchObject({
      status: 409,
      body: { reason: 'order-blocked' },
    })
    await t.putOrder(book, { version: 3 })
    await book.customer.call(deletePhotos, { body: { photoIds: book.photos } })
    expect(await book.customer.expectError(contract.createGalleryEntry, { body })).toMatchObject({
      status: 409,
      body: { reason: 'no-pictures' },
    })
  })

  test('AA-099 the categories have names in the language of the brand', async () => {
    const { categories } = await book.customer.call(contract.getCategories)
    expect(categories).toContainEqual({ id: 'travel', name: 'Travel' })
    expect(categories.length).toBeGreaterThan(5)
    const spanish = await t.server.app.http.inject({
      url: SERVICES.widgets + contract.getCategories.path,
      headers: { host: 'keepsake-es.localhost', authorization: `Bearer ${book.customer.token}` },
    })
    expect(spanish.json().categories).toContainEqual({ id: 'travel', name: 'Viajes' })
  })
})

describe('AA-098 moderation by the retailer', () => {
  test('AA-098 an entry leaves only after its approval, and again after each change of it', async () => {
    const entry = await create()
    expect(await readEntry(entry.id)).toBeUndefined()
    const pending = await readEntry(entry.id, { state: 'pending' })
    expect(pending).toMatchObject({ ...DETAILS, state: 'pending', version: 1, widgetId: book.product })
    expect((await approve(entry)).body).toEqual({ id: entry.id, state: 'approved', version: 1, stored: true })
    const shown = await readEntry(entry.id)
    expect(shown).toMatchObject({ ...DETAILS, state: 'approved' })
    expect((await t.open(shown.previewUrl)).headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await t.open(shown.publicUrl)).status).toBe(200)
    expect(await t.read(book)).toMatchObject({ galleryState: 'approved' })

    const changed = await change({ title: 'Something else entirely' })
    expect(changed.state).toBe('pending')
    expect(await readEntry(entry.id)).toBeUndefined()
    // A decision about an earlier version does not apply to this one.
    expect((await approve(entry)).status).toBe(409)
    expect((await approve(changed)).status).toBe(200)
    expect((await approve(changed)).status).toBe(200)
    expect(await readEntry(entry.id)).toMatchObject({ title: 'Something else entirely' })
    expect((await t.decide(entry.id, { state: 'rejected', version: 2 })).status).toBe(200)
    expect(await readEntry(entry.id)).toBeUndefined()
    expect(await t.read(book)).toMatchObject({ galleryState: 'rejected' })
    expect((await t.decide(randomUUID(), { state: 'approved', version: 1 })).status).toBe(404)
  })

  test('AA-098 since an instant, the gallery reads every removal of an entry', async () => {
    const [entry, neighbour] = [await create(), await createNeighbour()]
    await approve(entry)
    await approve(neighbour)
    const ends: [what: string, end: () => Promise<unknown>, undo: () => Promise<unknown>][] = [
      ['change', () => change({ title: 'Another' }), async () => approve(await change())],
      [
        'deleted widget',
        () => book.customer.call(widgets.deleteWidget, { params: { code: book.product } }),
        () => book.customer.call(widgets.restoreWidget, { params: { code: book.product } }),
      ],
      [
        'block',
        () => t.putOrder(book, { version: 2, blocked: true }),
        () => t.putOrder(book, { version: 3 }),
      ],
    ]
    for (const [what, end, undo] of ends) {
      secondsLater(2)
      const since = startOfTest()
      await end()
      const found = await readEntry(entry.id, { since })
      expect([what, found]).toEqual([what, { id: entry.id, state: 'removed', updatedAt: expect.any(String) }])
      expect([what, await readEntry(entry.id)]).toEqual([what, undefined])
      secondsLater(2)
      const later = startOfTest()
      await undo()
      expect([what, await readEntry(entry.id, { since: later })]).toMatchObject([what, { state: 'approved' }])
      // The customer's entry of another order is not read again.
      expect([what, await readEntry(neighbour.id, { since })]).toEqual([what, undefined])
    }
    secondsLater(2)
    const since = startOfTest()
    await remove(entry.id)
    expect(await readEntry(entry.id, { since })).toMatchObject({ state: 'removed' })
  })

  test('AA-098 RV-954 the entry of a closed account is removed and is back once the account is kept; its link of another one follows', async () => {
    const entry = await create()
    await approve(entry)
    const before = await readEntry(entry.id)
    await book.customer.call(widgets.replaceWidgetLink, { params: { code: book.product } })
    const after = await readEntry(entry.id, { since: startOfTest() })
    expect(after.publicUrl).not.toBe(before.publicUrl)
    expect((await t.open(before.publicUrl)).status).toBe(410)
    const since = startOfTest()
    const { keepToken } = await closeAccount(t.server, book.customer)
    expect(await readEntry(entry.id, { since })).toMatchObject({ state: 'removed' })
    expect((await approve(entry)).status).toBe(404)
    secondsLater(2)
    const later = startOfTest()
    await fetch(`${t.server.origin}${SERVICES.account}/closures/${keepToken}/actions/keep`, {
      method: 'POST',
    })
    expect(await readEntry(entry.id, { since: later })).toMatchObject({ state: 'approved' })
  })

  test('AA-098 pages follow each other without a gap, also when many changed in one instant', async () => {
    secondsLater(3600)
    const since = startOfTest()
    const now = t.server.clock.now()
    const ids = Array.from({ length: 250 }, () => randomUUID())
    await insertRows(
      t.server.ctx.db,
      'gallery_removals',
      ids.map(entry_id => ({ entry_id, channel: CHANNEL, removed_at: now })),
    )
    const pages = await readPages(async next => (await t.readGallery({ since, ...next })).body)
    const seen = pages.flatMap(({ entries }) => entries.map((entry: { id: string }) => entry.id))
    expect(seen.toSorted()).toEqual(ids.toSorted())
    expect((await t.readGallery({ channel: 'KEEPSAKE-IE', since })).body.entries).toEqual([])
  })
})
