import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getHistoricalInvoices } from '#contract/invoices.ts'
import { getOrderDocuments } from '#contract/order-documents.ts'
import { getOrders, type Order } from '#contract/orders.ts'
import { getProductFiles, getProductPdfs, PRODUCT_PDF } from '#contract/product-files.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import { createKeyForTests } from '../api-keys/api-keys.testing.ts'
import { invoiceForTests, invoiceGroupForTests } from '../invoices/invoices.testing.ts'
import { upsertInvoice, upsertInvoiceGroup } from '../invoices/invoices.ts'
import { storeFeed } from '../orders/feeds.ts'
import { upsertOrder } from '../orders/orders.ts'
import { pdfForTests } from '../product-files/product-files.testing.ts'
import { upsertProductFile } from '../product-files/upsert-product-file.ts'
import { startCallbackServer } from './callbacks.testing.ts'

const { receiver, server, saveAddress } = await startCallbackServer()
const business = await server.customer({ business: true })
await saveAddress(business)
const { key } = await createKeyForTests(business, {
  scopes: ['orders:read', 'invoices:read', 'product-files:read'],
})
const { accountId } = business
const code = 'K-441'
const product = 'K-441-1'

interface Callback {
  type: string
  data: { url: string; version: number }
}

/** Returns the last callback that was delivered since the last time. */
async function receive(): Promise<Callback> {
  await server.idle()
  const { body } = receiver.received.splice(0).at(-1)!
  return JSON.parse(body)
}

/** Reads what a callback names, as the system of the business does; `changedAt` in whole seconds, as HTTP dates are. */
async function read(url: string) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  expect([url, response.status]).toEqual([url, 200])
  const { headers } = response
  return {
    version: Number(headers.get('keepsake-resource-version')),
    changedAt: new Date(headers.get('last-modified')!),
    etag: headers.get('etag'),
    body: headers.get('content-type')!.startsWith('application/json')
      ? ((await response.json()) as Order)
      : null,
  }
}

const toSeconds = (instant: string | Date) => Math.floor(new Date(instant).getTime() / 1000) * 1000
const now = () => toSeconds(server.clock.now())

const sendOrder = (version: number, status: 'paymentSuccess' | 'ProductionStarted' = 'paymentSuccess') =>
  upsertOrder(
    server.ctx,
    code,
    orderForTests(accountId, '2026-11-20T10:00:00Z', {
      version,
      status,
      products: [productForTests(product)],
    }),
  )

await sendOrder(1)
await receive()

test('NX-441 RV-1044 the order that a callback names has its version and the instant of its change, before and after one', async () => {
  await sendOrder(3)
  const first = await receive()
  const before = await read(first.data.url)
  expect([first.data.version, before.version, before.body!.version]).toEqual([3, 3, 3])
  expect([before.changedAt.getTime(), toSeconds(before.body!.changedAt)]).toEqual([now(), now()])

  server.clock.advance(5000)
  await sendOrder(7, 'ProductionStarted')
  const second = await receive()
  const after = await read(second.data.url)
  expect([second.data.version, after.version, after.body!.version]).toEqual([7, 7, 7])
  expect([after.changedAt.getTime(), toSeconds(after.body!.changedAt)]).toEqual([now(), now()])
  expect(after.etag).not.toBe(before.etag)
  const { superOrders } = await business.call(getOrders)
  expect(superOrders).toMatchObject([{ version: 7, changedAt: after.body!.changedAt }])
})

test('NX-441 RV-1044 without another version, delivery dates and invoices renew the instant of the change and the entity tag', async () => {
  const url = `${server.origin}${SERVICES.orders}/v1/superorders/${code}`
  let before = await read(url)
  const dates = [{ from: '2026-12-01', to: '2026-12-03', productCodes: [product] }]
  for (const change of [
    () => storeFeed(server.ctx, 'delivery-dates', code, { version: 1, dates }),
    () =>
      upsertInvoice(server.ctx, 'I-1', invoiceForTests(accountId, { orders: [code], paymentStatus: 'open' })),
    () =>
      upsertInvoice(
        server.ctx,
        'I-1',
        invoiceForTests(accountId, { version: 2, orders: [code], paymentStatus: 'paid' }),
      ),
  ]) {
    server.clock.advance(5000)
    await change()
    await server.idle()
    const after = await read(url)
    expect([after.version, after.changedAt.getTime()]).toEqual([before.version, now()])
    expect(after.etag).not.toBe(before.etag)
    before = after
  }
})

test('NX-441 RV-1044 the PDF that a callback names has its version, also after its invoice was paid', async () => {
  await upsertInvoice(server.ctx, 'I-2', invoiceForTests(accountId, { version: 4, orders: [code] }))
  const callback = await receive()
  expect(callback).toMatchObject({ type: 'invoice.ready', data: { version: 4 } })
  const before = await read(callback.data.url)
  expect([before.version, before.changedAt.getTime()]).toEqual([4, now()])
  server.clock.advance(5000)
  const paid = invoiceForTests(accountId, { version: 5, orders: [code], paymentStatus: 'paid' })
  await upsertInvoice(server.ctx, 'I-2', paid)
  const after = await read(callback.data.url)
  expect([after.version, after.changedAt.getTime(), after.etag]).toEqual([5, now(), before.etag])
  const { historicalInvoices } = await business.call(getHistoricalInvoices)
  const listed = historicalInvoices.find(({ invoiceNumber }) => invoiceNumber === 'I-2')!
  expect([listed.version, toSeconds(listed.changedAt), `"${listed.sha256}"`]).toEqual([5, now(), after.etag])
  const { documents } = await business.call(getOrderDocuments, { query: { orderCode: code } })
  expect(documents.find(({ number }) => number === 'I-2')).toMatchObject({
    version: 5,
    changedAt: listed.changedAt,
  })
})

test('NX-441 the PDF of a collective invoice has its version', async () => {
  await upsertInvoiceGroup(server.ctx, 'G-1', invoiceGroupForTests(accountId, { version: 2, number: 'G-1' }))
  const callback = await receive()
  const pdf = await read(callback.data.url)
  expect([callback.data.version, pdf.version, pdf.changedAt.getTime()]).toEqual([2, 2, now()])
})

test('NX-441 RV-1044 the PDF of a product that a callback names has its version, before and after another one', async () => {
  for (const version of [1, 2]) {
    server.clock.advance(5000)
    const file = { productCode: product, purpose: PRODUCT_PDF, accountId, version }
    await upsertProductFile(server.ctx, file, Readable.from([pdfForTests(`version ${version}`)]))
    const callback = await receive()
    expect(callback).toMatchObject({ type: 'product-file.ready', data: { version } })
    const { changedAt, etag, ...pdf } = await read(callback.data.url)
    expect([pdf.version, changedAt.getTime()]).toEqual([version, now()])
    const { files } = await business.call(getProductFiles, { params: { code: product } })
    const { pdfs } = await business.call(getProductPdfs)
    for (const listed of [files[0]!, pdfs[0]!])
      expect([listed.version, toSeconds(listed.changedAt), `"${listed.sha256}"`]).toEqual([
        version,
        now(),
        etag,
      ])
  }
})

test('NX-441 a PDF that came before its order changes when the order comes', async () => {
  const file = { productCode: 'K-442-1', purpose: PRODUCT_PDF, accountId, version: 1 }
  await upsertProductFile(server.ctx, file, Readable.from([pdfForTests('early')]))
  const { url } = (await receive()).data
  server.clock.advance(5000)
  const products = [productForTests('K-442-1')]
  await upsertOrder(server.ctx, 'K-442', orderForTests(accountId, '2026-11-20T10:00:00Z', { products }))
  expect((await read(url)).changedAt.getTime()).toBe(now())
})
