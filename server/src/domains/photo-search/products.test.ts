import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PhotoFilter } from '#contract/filter-query.ts'
import { searchPhotos } from '#contract/photo-search.ts'
import { deletePhotos } from '#contract/photos.ts'
import { summarizeSuggestionSource } from '#contract/selection-drafts.ts'
import { deleteWidget } from '#contract/widgets.ts'
import { upsertProject } from '../projects/index.ts'
import { projectForTests } from '../projects/projects.testing.ts'
import { startWidgetServer, type TestBook } from '../widgets/widget-server.testing.ts'

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

const find = async (filter: PhotoFilter) =>
  (await book.customer.call(searchPhotos, { query: filter as object })).images.map(({ imageId }) => imageId)
/** Photos that 'Suggest a selection' leaves out as printed. */
const countLeftOut = async () => {
  const body = { wanted: 2, leaveOut: ['printed' as const] }
  const { leftOut } = await book.customer.call(summarizeSuggestionSource, { body })
  return leftOut.find(({ kind }) => kind === 'printed')?.photos
}
const putOrder = (photoIds: string[], more: object = {}) =>
  t.putOrder(book, {
    products: [{ code: book.product, article: 'BOOK', title: 'Photo book', photoIds }],
    ...more,
  })

describe('NX-211 a search by products follows', () => {
  test('orders: printed, never printed, and the product itself', async () => {
    expect(await find({ printed: 'yes' })).toEqual([])
    await putOrder([first])
    expect(await find({ printed: 'yes' })).toEqual([first])
    expect(await find({ printed: 'never' })).toEqual([second])
    expect(await find({ product: [book.product] })).toEqual([first])
    await putOrder([second], { version: 2 })
    expect(await find({ printed: 'yes' })).toEqual([second])
  })

  test('their end: what was cancelled is not printed', async () => {
    await putOrder([first])
    await putOrder([first], { version: 2, status: 'Cancelled' })
    await t.server.idle()
    expect(await find({ printed: 'yes' })).toEqual([])
    expect((await find({ printed: 'never' })).toSorted()).toEqual([first, second].toSorted())
  })

  test('widgets, until they are deleted', async () => {
    await putOrder([first])
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
    await putOrder([first, second])
    await book.customer.call(deletePhotos, { body: { photoIds: [first] } })
    expect(await find({ printed: 'yes' })).toEqual([second])
    const { product } = book
    book = await t.createCustomer(1)
    expect(await find({ product: [product] })).toEqual([])
  })
})
