import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { PhotoFilter } from '#contract/filter-query.ts'
import { getPhotoProducts, PHOTO_ALBUMS_MAX, PHOTO_PRODUCTS_MAX } from '#contract/photo-products.ts'
import { searchPhotos } from '#contract/photo-search.ts'
import { deletePhotos } from '#contract/photos.ts'
import { deleteProject } from '#contract/projects.ts'
import { summarizeSuggestionSource } from '#contract/selection-drafts.ts'
import { deleteWidget } from '#contract/widgets.ts'
import { upsertProject } from '../projects/index.ts'
import { projectForTests } from '../projects/projects.testing.ts'
import { startWidgetServer, type TestBook } from '../widgets/widget-server.testing.ts'

const TITLE = 'Photo book'

let t: Awaited<ReturnType<typeof startWidgetServer>>
let book: TestBook
let first: string
let second: string
beforeAll(async () => {
  t = await startWidgetServer()
})
afterAll(() => t.server.close())
beforeEach(async () => {
  book = await t.createCustomer(2)
  ;[first, second] = book.photos as [string, string]
})

const read = (photoIds?: string[], customer = book.customer) =>
  customer.call(getPhotoProducts, { body: photoIds ? { selection: { photoIds } } : {} })
const productOf = (code: string, more: object) => ({ code, article: 'BOOK', title: TITLE, ...more })
const putOrder = (products: object[], more: object = {}) => t.putOrder(book, { products, ...more })

const NONE = {
  orderedPhotos: 0,
  widgetPhotos: 0,
  projectPhotos: 0,
  productsCount: 0,
  products: [],
  albumsCount: 0,
  albumNames: [],
}

describe('0074 a photo knows its products', () => {
  test('a photo of no product has none; an order names the photo that shows a product, or all of its photos', async () => {
    expect(await read([first])).toEqual(NONE)
    await putOrder([
      productOf(`${book.order}-1`, { photoId: first }),
      productOf(`${book.order}-2`, { photoIds: [first, second] }),
    ])
    expect(await read([second])).toMatchObject({
      orderedPhotos: 1,
      productsCount: 1,
      products: [{ kind: 'order', code: `${book.order}-2`, title: TITLE, orderCode: book.order }],
    })
    expect(await read([first])).toMatchObject({ orderedPhotos: 1, productsCount: 2 })
    expect(await read()).toMatchObject({ orderedPhotos: 2, productsCount: 2 })
  })

  test('a later version of the order replaces its photos', async () => {
    await putOrder([productOf(book.product, { photoIds: [first, second] })])
    await putOrder([productOf(book.product, { photoIds: [second] })], { version: 2 })
    expect(await read([first])).toEqual(NONE)
    expect(await read([second])).toMatchObject({ orderedPhotos: 1 })
  })

  test('the pages of a widget count as its product once its order has arrived, each product once, until the widget is deleted', async () => {
    await t.putWidget(book)
    expect(await read()).toEqual(NONE)
    await putOrder([productOf(book.product, { photoId: first })])
    expect(await read([first, second])).toMatchObject({
      orderedPhotos: 2,
      widgetPhotos: 2,
      productsCount: 1,
    })
    await book.customer.call(deleteWidget, { params: { code: book.product } })
    expect(await read([first, second])).toMatchObject({ orderedPhotos: 1, widgetPhotos: 0 })
  })

  test('saved projects follow the orders, until they are deleted', async () => {
    const id = randomUUID()
    const { ctx } = t.server
    const project = projectForTests(ctx.clock.now(), { photoIds: [second] })
    await upsertProject(ctx, id, book.customer.accountId, project)
    await putOrder([productOf(book.product, { photoId: second })])
    expect(await read([second])).toEqual({
      ...NONE,
      orderedPhotos: 1,
      widgetPhotos: 0,
      projectPhotos: 1,
      productsCount: 2,
      products: [
        expect.objectContaining({ kind: 'order', code: book.product }),
        { kind: 'project', code: id, title: project.title, orderCode: null, orderedAt: null },
      ],
    })
    await book.customer.call(deleteProject, { params: { id } })
    expect(await read([second])).toMatchObject({ projectPhotos: 0, productsCount: 1 })
  })

  test('many products: their number is exact, the newest are named', async () => {
    const products = Array.from({ length: 25 }, (_, n) => productOf(`${book.order}-${n}`, { photoId: first }))
    await putOrder(products)
    const answer = await read([first])
    expect(answer.productsCount).toBe(25)
    expect(answer.products).toHaveLength(PHOTO_PRODUCTS_MAX)
  })

  test('a deleted photo is in no product; a rule is resolved by the service', async () => {
    await putOrder([productOf(book.product, { photoIds: [first, second] })])
    const months = Array.from({ length: 12 }, (_, n) => ({ year: 1970, month: n + 1, except: [] }))
    const answer = await book.customer.call(getPhotoProducts, { body: { selection: { months } } })
    expect(answer).toMatchObject({ orderedPhotos: 2 })
    await book.customer.call(deletePhotos, { body: { photoIds: [first] } })
    expect(await read()).toMatchObject({ orderedPhotos: 1 })
  })

  test('RV-818 the albums that contain chosen photos are named, those of others are not', async () => {
    const create = async (name: string, photoIds: string[], { customer } = book) => {
      const { albumId } = await customer.call(createAlbum, { body: { name } })
      await customer.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
    }
    await create('Oslo', [first])
    await create('Garden', [first, second])
    const other = await t.createCustomer(1)
    await create('Theirs', other.photos, other)
    expect(await read([first])).toEqual({ ...NONE, albumsCount: 2, albumNames: ['Garden', 'Oslo'] })
    expect(await read([second])).toEqual({ ...NONE, albumsCount: 1, albumNames: ['Garden'] })
    expect(await read([first], other.customer)).toEqual(NONE)
    expect(await read()).toEqual(NONE)
    for (let number = 10; number < 30; number++) await create(`Album ${number}`, [second])
    const { albumsCount, albumNames } = await read([second])
    expect([albumsCount, albumNames.length, albumNames[0]]).toEqual([21, PHOTO_ALBUMS_MAX, 'Album 10'])
  })

  test('foreign photos do not leak: neither another account’s order, nor a foreign photo in one’s own', async () => {
    await putOrder([productOf(book.product, { photoIds: [first] })])
    const other = await t.createCustomer(1)
    expect(await read([first], other.customer)).toEqual(NONE)
    await t.putOrder(other, { products: [productOf(other.product, { photoIds: [first, randomUUID()] })] })
    expect(await read([first], other.customer)).toEqual(NONE)
    expect(await read(undefined, other.customer)).toEqual(NONE)
  })

  test('a foreign album is 404, an empty selection 400', async () => {
    const ask = (selection: object) =>
      book.customer.fetch(`${SERVICES.photoManagement}/photo-products`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ selection }),
      })
    expect((await ask({ albums: [{ albumId: randomUUID() }] })).status).toBe(404)
    expect((await ask({})).status).toBe(400)
  })
})

const find = async (filter: PhotoFilter) =>
  (await book.customer.call(searchPhotos, { query: filter as object })).images.map(({ imageId }) => imageId)
/** Photos that 'Suggest a selection' leaves out as printed. */
const countLeftOut = async () => {
  const body = { wanted: 2, leaveOut: ['printed' as const] }
  const { leftOut } = await book.customer.call(summarizeSuggestionSource, { body })
  return leftOut.find(({ kind }) => kind === 'printed')?.photos
}
const orderBook = (photoIds: string[], more: object = {}) =>
  putOrder([productOf(book.product, { photoIds })], more)

describe('NX-211 a search by products follows', () => {
  test('orders and their end: printed, never printed, and the product itself', async () => {
    expect(await find({ printed: 'yes' })).toEqual([])
    await orderBook([first])
    expect(await find({ printed: 'yes' })).toEqual([first])
    expect(await find({ printed: 'never' })).toEqual([second])
    expect(await find({ product: [book.product] })).toEqual([first])
    await orderBook([second], { version: 2 })
    expect(await find({ printed: 'yes' })).toEqual([second])
    await orderBook([second], { version: 3, status: 'Cancelled' })
    await t.server.idle()
    expect(await find({ printed: 'yes' })).toEqual([])
    expect((await find({ printed: 'never' })).toSorted()).toEqual([first, second].toSorted())
  })

  test('widgets, until they are deleted', async () => {
    await orderBook([first])
    await t.putWidget(book)
    expect((await find({ printed: 'yes' })).toSorted()).toEqual([first, second].toSorted())
    expect(await countLeftOut()).toBe(2)
    await book.customer.call(deleteWidget, { params: { code: book.product } })
    expect(await find({ printed: 'yes' })).toEqual([first])
    expect(await countLeftOut()).toBe(1)
  })

  test('saved projects, which print nothing', async () => {
    const { ctx } = t.server
    const project = randomUUID()
    const body = projectForTests(ctx.clock.now(), { photoIds: [second] })
    await upsertProject(ctx, project, book.customer.accountId, body)
    expect(await find({ project: [project] })).toEqual([second])
    expect(await find({ printed: 'yes' })).toEqual([])
  })

  test('the library: a photo in the bin is not found, foreign products find nothing', async () => {
    await orderBook([first, second])
    await book.customer.call(deletePhotos, { body: { photoIds: [first] } })
    expect(await find({ printed: 'yes' })).toEqual([second])
    const { product } = book
    book = await t.createCustomer(1)
    expect(await find({ product: [product] })).toEqual([])
  })
})
