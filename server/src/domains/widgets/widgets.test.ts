import { beforeEach, describe, expect, test } from 'vitest'
import { getDeletionPreview } from '#contract/closures.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { createEntityTag } from '#contract/input/entity-tag.ts'
import { deletePhotos, restorePhotos } from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import * as contract from '#contract/widgets.ts'
import { listRows } from '../../platform/db/rows.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'
import { startWidgetServer, type TestBook } from './widget-server.testing.ts'
import { cleanUpWidgets } from './widgets.ts'

const t = await startWidgetServer()
let book: TestBook
beforeEach(async () => {
  book = await t.createBook()
})

const code = () => ({ params: { code: book.product } })
const listed = async ({ customer, order }: TestBook, orderCodes: string | string[] = order) =>
  (await customer.call(contract.getWidgets, { query: { orderCodes } as never })).widgets

describe('AA-092 widgets come from the retailer', () => {
  test('AA-092 AA-095 an ordered book has its widget, with a preview and a link', async () => {
    const widget = await t.read(book)
    expect(widget).toEqual({
      productCode: book.product,
      orderCode: book.order,
      title: 'Coast to coast',
      description: '',
      productName: 'Photo book',
      pageCount: 2,
      aspectRatio: 1,
      previewUrl: expect.stringMatching(/\/media\//),
      placeholder: expect.any(String),
      publicUrl: expect.stringMatching(/\/w\/[A-Za-z0-9_-]{22}$/),
      createdAt: '2026-11-01T10:00:00.000Z',
      blocked: false,
      galleryEntryId: null,
      galleryChannel: null,
      galleryState: null,
    })
    expect((await fetch(widget.previewUrl!)).status).toBe(200)
    expect(await listed(book)).toEqual([widget])
  })

  test('AA-092 one that arrives before its order appears with it, and is published to open pages', async () => {
    const early = await t.createCustomer()
    expect((await t.putWidget(early)).body).toEqual({ version: 1, stored: true })
    expect(
      await early.customer.expectError(contract.getWidget, { params: { code: early.product } }),
    ).toMatchObject({
      status: 404,
    })
    expect(await listed(early)).toEqual([])
    expect((await early.customer.call(getDeletionPreview)).widgets).toBe(0)
    await t.putOrder(early)
    expect(await listed(early)).toHaveLength(1)
    expect((await early.customer.call(getDeletionPreview)).widgets).toBe(1)

    const socket = await openLibrarySocket(t.server.origin, early.customer.token)
    await t.putWidget(early, { version: 2, title: 'From coast to coast' })
    expect(await socket.next<LibraryPush>(({ type }) => type === 'widgets-changed')).toEqual({
      type: 'widgets-changed',
      orderCode: early.order,
    })
    socket.close()
  })
})

describe('AA-095 AA-096 the calls of a widget', () => {
  test('AA-095 foreign order codes are left out; none at all is 400', async () => {
    const foreign = await t.createBook()
    expect(await listed(book, [book.order, foreign.order, 'K-unknown'])).toHaveLength(1)
    expect(await listed(book, `${foreign.order},${book.order}`)).toHaveLength(1)
    for (const path of ['/v1/widget/all', '/v1/widget/all?orderCodes='])
      expect((await book.customer.fetch(SERVICES.widgets + path)).status).toBe(400)
  })

  test('AA-096 the customer’s title and description win over later versions', async () => {
    const details = { title: 'Our summer', description: 'Two weeks by the sea' }
    expect(await book.customer.call(contract.updateWidget, { ...code(), body: details })).toMatchObject(
      details,
    )
    await t.putWidget(book, { version: 2, title: 'Renamed by the shop' })
    expect(await t.read(book)).toMatchObject(details)
  })

  test('RV-834 a change of title and description that another window overtook is refused and changes nothing', async () => {
    const change = (title: string, ifMatch: string) =>
      book.customer.fetch(SERVICES.widgets + contract.updateWidget.path.replace(':code', book.product), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'if-match': ifMatch },
        body: JSON.stringify({ title, description: 'Two weeks' }),
      })
    const seen = await createEntityTag({ title: 'Coast to coast', description: '' })
    expect((await change('Our summer', seen)).status).toBe(200)
    const late = await change('Our winter', seen)
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([
      412,
      'precondition-failed',
    ])
    expect(await t.read(book)).toMatchObject({ title: 'Our summer', description: 'Two weeks' })
    const current = await createEntityTag({ title: 'Our summer', description: 'Two weeks' })
    expect((await change('Our winter', current)).status).toBe(200)
  })

  test.each([
    [{ title: '', description: '' }, ['title']],
    [{ title: 'Line\nbreak', description: '' }, ['title']],
    [{ title: 'x'.repeat(81), description: 'x'.repeat(501) }, ['title', 'description']],
    [{ description: '' }, ['title']],
  ])('AA-096 %j is refused with every wrong field', async (body, fields) => {
    const answer = await book.customer.expectError(contract.updateWidget, { ...code(), body } as never)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields!).sort()).toEqual(fields.toSorted())
  })

  test('AA-096 a deleted widget is gone at once, and can be restored with its link', async () => {
    const before = await t.read(book)
    await book.customer.call(contract.deleteWidget, code())
    expect(await listed(book)).toEqual([])
    for (const call of [contract.getWidget, contract.deleteWidget, contract.replaceWidgetLink])
      expect((await book.customer.expectError(call, code())).status).toBe(404)
    // A repeated version of the retailer does not restore it.
    await t.putWidget(book, { version: 2 })
    expect(await listed(book)).toEqual([])
    const restored = await book.customer.call(contract.restoreWidget, code())
    expect(restored.publicUrl).toBe(before.publicUrl)
    expect(await book.customer.call(contract.restoreWidget, code())).toMatchObject({
      productCode: book.product,
    })
  })

  test('AA-096 after the days of the bin its content is removed for good', async () => {
    await book.customer.call(contract.deleteWidget, code())
    const { clock, ctx } = t.server
    const deletedAt = clock.now().getTime()
    const readRow = async () =>
      JSON.stringify(await listRows(ctx.db, 'widgets', { product_code: book.product }))
    clock.set(new Date(deletedAt + ctx.config.binDays * 86_400_000))
    await cleanUpWidgets(ctx)
    expect(await readRow()).toContain('Coast')
    clock.set(new Date(deletedAt + ctx.config.binDays * 86_400_000 + 1))
    await cleanUpWidgets(ctx)
    await cleanUpWidgets(ctx)
    expect(await readRow()).not.toContain('Coast')
    expect((await t.putWidget(book, { version: 2, title: 'Back again' })).body.stored).toBe(false)
    // Earlier access tokens have expired by now.
    clock.set(new Date(deletedAt))
    expect((await book.customer.expectError(contract.restoreWidget, code())).status).toBe(404)
  })
})

describe('AA-092 a widget’s pictures are photos of the library', () => {
  test('a deleted photo is not shown; without any the widget has no link until one is restored', async () => {
    const [first, second] = book.photos
    const before = await t.read(book)
    await book.customer.call(deletePhotos, { body: { photoIds: [first!] } })
    const less = await t.read(book)
    expect(less.previewUrl).not.toBe(before.previewUrl)
    expect(less.publicUrl).toBe(before.publicUrl)
    await book.customer.call(deletePhotos, { body: { photoIds: [second!] } })
    expect(await t.read(book)).toMatchObject({ previewUrl: null, publicUrl: null, pageCount: 2 })
    await book.customer.call(restorePhotos, { body: { photoIds: [second!] } })
    expect((await t.read(book)).publicUrl).toBe(before.publicUrl)
  })

  test('photos of another library are none', async () => {
    const other = await t.createCustomer()
    await t.putWidget({ ...book, photos: other.photos }, { version: 2 })
    expect(await t.read(book)).toMatchObject({ previewUrl: null, publicUrl: null })
  })
})

describe('AA-099 blocked orders', () => {
  const blocked = async (id: string) => {
    const answer = await fetch(`${t.server.origin}${SERVICES.widgets}/v1/blockedorders/${id}`)
    return { status: answer.status, body: await answer.json() }
  }

  test('AA-099 OP-76 everyone learns whether an order is blocked, and nothing else of it', async () => {
    expect(await blocked(book.order)).toEqual({ status: 200, body: { id: book.order, blocked: false } })
    await t.putOrder(book, { version: 2, blocked: true })
    expect(await blocked(book.order)).toEqual({ status: 200, body: { id: book.order, blocked: true } })
    expect((await blocked('K-unknown')).status).toBe(404)
    expect((await blocked('not%20an%20order')).status).toBe(400)
  })

  test('AA-099 its widget says so, has no link, and gets it back when the block ends', async () => {
    const { publicUrl } = await t.read(book)
    await t.putOrder(book, { version: 2, blocked: true })
    expect(await t.read(book)).toMatchObject({ blocked: true, publicUrl: null, title: 'Coast to coast' })
    await t.putOrder(book, { version: 3 })
    expect(await t.read(book)).toMatchObject({ blocked: false, publicUrl })
  })
})
