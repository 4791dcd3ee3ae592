import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { patchCustomer } from '#contract/customers.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { listContractEndpoints } from '#contract/inputs.testing.ts'
import { deletePhotos, getPhotos } from '#contract/photos.ts'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import { orderForTests, productForTests } from '#server/testing/retailer-orders.ts'
import { invoiceForTests } from '../domains/invoices/invoices.testing.ts'
import { upsertInvoice } from '../domains/invoices/invoices.ts'
import { upsertOrder } from '../domains/orders/orders.ts'
import { pdfForTests } from '../domains/product-files/product-files.testing.ts'
import { upsertProductFile } from '../domains/product-files/upsert-product-file.ts'
import { upsertProject } from '../domains/projects/index.ts'
import { projectForTests } from '../domains/projects/projects.testing.ts'
import type { Client } from '../testing/client.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'
import { isSampled } from '../testing/sample.ts'

const config = { rateLimits: false, callbackOrigins: ['http://127.0.0.1:9'] }
const server = closeAfterAll(await testServer({ config }))
const customer = await server.customer({ business: true })
const lists = await createLists(customer)

/** Fills lists with several elements; returns the addresses of each list in each of its orders. */
async function createLists(client: Client): Promise<string[]> {
  for (const month of ['05', '05', '06', '06', '06', '06']) {
    await client.upload('a.jpg', await jpeg({ taken: `2024:${month}:03 14:15:00` }))
    server.clock.advance(1000)
  }
  const photoIds = (await client.call(getPhotos)).images.map(image => image.imageId)
  const albumIds: string[] = []
  for (const name of ['A', 'B']) {
    const { albumId } = await client.call(createAlbum, { body: { name } })
    albumIds.push(albumId)
    await client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds: photoIds.slice(2) } })
    server.clock.advance(1000)
  }
  await client.call(deletePhotos, { body: { photoIds: photoIds.slice(0, 2) } })
  const callbackUrl = 'http://127.0.0.1:9/erp'
  await client.call(patchCustomer, { body: { ftp: { callbackUrl, callbackFormat: 'JSON' } } })
  const { accountId } = client
  for (const name of ['K-1', 'K-2']) {
    const code = `${name}-${accountId}`
    const products = [productForTests(`${code}-1`)]
    await upsertOrder(server.ctx, code, orderForTests(accountId, server.clock.now(), { products }))
    await upsertInvoice(server.ctx, code, invoiceForTests(accountId, { orders: [code] }))
    await upsertProject(server.ctx, code, accountId, projectForTests(server.clock.now()))
    const file = { productCode: `${code}-1`, purpose: PRODUCT_PDF, accountId, version: 1 }
    await upsertProductFile(server.ctx, file, Readable.from([pdfForTests()]))
  }
  await server.idle()
  const orders = ['dateTaken', 'created'].flatMap(key =>
    ['asc', 'desc'].map(order => `sortKey=${key}&sortOrder=${order}`),
  )
  const photos = SERVICES.photoManagement
  return [
    ...['2024/5', '2024/6'].flatMap(month =>
      orders.map(order => `${photos}/photos/timeline/${month}?groupBy=dateTaken&${order}`),
    ),
    ...orders.map(order => `${photos}/photos?${order}`),
    `${photos}/bin?`,
    ...['created', 'updated', 'albumName'].map(key => `${photos}/albums?sortKey=${key}`),
    `${photos}/albums?sortKey=created&sortOrder=asc`,
    `${photos}/albums?sortKey=created&displaySharedData=true`,
    ...albumIds.flatMap(id => orders.map(order => `${photos}/albums/${id}/photos?${order}`)),
    `${SERVICES.callbacks}/v1/events?`,
    `${SERVICES.account}/journal?`,
    `${SERVICES.orders}/orders/byAccount/${accountId}?`,
    ...[
      `${SERVICES.orders}/v2/superorders/me`,
      `${SERVICES.invoices}/api/v1/HistoricalInvoice/me`,
      `${SERVICES.invoices}/v1/documents`,
      `${SERVICES.productFiles}/v1/Pdfs/me`,
      `${SERVICES.projects}/api/v2/projects/${accountId}`,
    ].flatMap(list => [`${list}?`, `${list}?changedSince=2020-01-01T00:00:00Z`]),
  ]
}

/** Lists that are empty here; their own cursors are in the tests of their domains. */
const OTHER_LISTS = [
  `${SERVICES.callbacks}/v1/events?state=failed`,
  `${SERVICES.sharedAlbums}/shared-albums?`,
  `${SERVICES.apiKeys}/v1/calls?`,
  `${SERVICES.account}/security/events?`,
  `${SERVICES.photoManagement}/users/activate/refused?`,
  `${SERVICES.orders}/v2/superorders/me/search?`,
  `${SERVICES.photoManagement}/photo-search/photos?shape=panorama`,
  `${SERVICES.photoManagement}/photo-search/timeline/2024/5?shape=panorama`,
  `${SERVICES.photoManagement}/tidy-up/copies?`,
]

const read = async (list: string, cursor: string, client = customer) =>
  client.fetch(`${list}${list.includes('/refused') ? '' : '&limit=1'}&cursor=${cursor}`)

async function nextOf(list: string): Promise<string> {
  const page = (await (await customer.fetch(`${list}&limit=1`)).json()) as Record<string, string>
  return page.cursor ?? page.next!
}

describe('RV-209 a cursor belongs to its list in its order', () => {
  test('in each other one it is a bad request that names it, and never a page', async () => {
    const wrong: string[] = []
    for (const [place, list] of lists.entries()) {
      const cursor = await nextOf(list)
      const others = [...lists, ...OTHER_LISTS].filter((_, i) => isSampled(i + place))
      for (const other of new Set([list, ...others])) {
        const answer = await read(other, cursor)
        const { fields } = (await answer.json()) as { fields?: object }
        const expected = other === list ? 200 : 400
        if (answer.status !== expected) wrong.push(`${list} → ${other}: ${answer.status}`)
        if (expected === 400) expect(fields).toEqual({ cursor: 'not-valid' })
      }
    }
    expect(wrong).toEqual([])
  })

  test('of another customer it is one, too', async () => {
    const stranger = await server.customer({ business: true })
    // Those of an account in the path are 403.
    const own = lists.filter(list => !/albums\/[^/]+\/photos|byAccount|\/projects\//.test(list))
    for (const list of own)
      expect([list, (await read(list, await nextOf(list), stranger)).status]).toEqual([list, 400])
  })

  test('with another position in it it is one, too', async () => {
    for (const list of lists) {
      const [scope] = JSON.parse(Buffer.from(await nextOf(list), 'base64url').toString())
      // Any text is the name of an album.
      const wrong = list.includes('albumName') ? POSITIONS.filter(([value]) => value !== NO_DAY) : POSITIONS
      for (const position of wrong) {
        const forged = Buffer.from(JSON.stringify([scope, ...position])).toString('base64url')
        expect([list, position, (await read(list, forged)).status]).toEqual([list, position, 400])
      }
    }
  })

  test('every list of the contract with a cursor is among them', async () => {
    // Lists of services belong to no customer: reading-back.test.ts.
    const paged = (await listContractEndpoints()).filter(
      ({ query, policy }) => policy !== 'service' && 'cursor' in shapeOf(query),
    )
    const covered = [...lists, ...OTHER_LISTS].map(list => list.split('?')[0]!)
    const missing = paged
      .map(({ service, path }) => SERVICES[service] + path)
      .filter(path => !covered.some(each => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(each)))
    // manifest.test.ts, selection-drafts.test.ts, exports.test.ts, vouchers.test.ts, shared-albums.test.ts, which has the cursors of an album, and
    // uploads/batches/receipt.test.ts.
    expect(missing).toEqual([
      `${SERVICES.photoExport}/backups/:backupId/chunks/:iteration/files`,
      `${SERVICES.callbacks}/v1/manifest/:month`,
      `${SERVICES.vouchers}/v1/vouchers/me`,
      `${SERVICES.photoManagement}/selection-drafts/:id/left-out/:kind`,
      `${SERVICES.sharedAlbums}/shared-albums/:id/photos`,
      `${SERVICES.uploads}/upload-batches/:id`,
    ])
  })
})

const NO_DAY = '2024-02-31T00:00:00.000Z'
/** Positions that no list has. */
const POSITIONS = [
  [],
  ['2024-05-03T00:00:00.000Z'],
  ['2024-05-03T00:00:00.000Z', 'a\0'],
  [0, NO_DAY, '00000000-0000-4000-8000-000000000000'],
  [NO_DAY, '00000000-0000-4000-8000-000000000000'],
  ['a\0', '00000000-0000-4000-8000-000000000000'],
  ['\ud800', '00000000-0000-4000-8000-000000000000'],
  [0, '', 5e9],
]

const shapeOf = (schema: object): object => ('shape' in schema ? (schema.shape as object) : {})
