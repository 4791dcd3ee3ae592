import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { getHistoricalInvoices } from '#contract/invoices.ts'
import { getOrderDocuments } from '#contract/order-documents.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { upsertOrder } from '../orders/orders.ts'
import { invoiceForTests } from './invoices.testing.ts'
import { upsertInvoice } from './invoices.ts'

let customer: Client
let order: string
let number: string
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  customer = await server.customer()
  order = `K-${randomUUID()}`
  number = `R-${randomUUID().slice(0, 13)}`
  const products = [{ code: `${order}-1`, article: 'PRINT', title: 'A print' }]
  await upsertOrder(server.ctx, order, orderForTests(customer.accountId, server.clock.now(), { products }))
})

const list = (client = customer) => client.call(getOrderDocuments, { query: { orderCode: order } })
const fetchPdf = (id: string, client = customer) => client.fetch(`/api/invoices/v1/documents/${id}/pdf`)

describe('NX-145 documents of an order', () => {
  test('a consumer sees the receipt and downloads its PDF, which has no XML; not those of other orders', async () => {
    const { buyer: _, ...receipt } = invoiceForTests(customer.accountId, { kind: 'receipt', orders: [order] })
    const { id } = await upsertInvoice(server.ctx, number, receipt)
    await upsertInvoice(
      server.ctx,
      `${number}-2`,
      invoiceForTests(customer.accountId, { orders: ['K-other'] }),
    )
    await server.idle()
    expect(await list()).toEqual({
      documents: [
        {
          id,
          number,
          version: 1,
          changedAt: expect.any(String),
          kind: 'receipt',
          date: '2026-11-20',
          amount: 11_100,
          currency: 'GBP',
          state: 'ready',
          orderCodes: [order],
          corrects: [],
        },
      ],
      cursor: null,
    })
    const response = await fetchPdf(id)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1')
    expect([pdf.slice(0, 5), pdf.includes('factur-x.xml')]).toEqual(['%PDF-', false])
  })

  test('until the PDF is ready it is announced, and 404; foreign orders and documents are 404', async () => {
    const announced = { orders: [order], pdf: 'supplied' as const }
    const { id } = await upsertInvoice(server.ctx, number, invoiceForTests(customer.accountId, announced))
    expect((await list()).documents).toMatchObject([{ id, state: 'announced' }])
    expect((await fetchPdf(id)).status).toBe(404)
    const { id: ready } = await upsertInvoice(
      server.ctx,
      `${number}-2`,
      invoiceForTests(customer.accountId, { orders: [order] }),
    )
    await server.idle()
    const other = await server.customer()
    const { status } = await other.expectError(getOrderDocuments, { query: { orderCode: order } })
    expect([status, (await fetchPdf(ready, other)).status]).toEqual([404, 404])
    expect((await fetchPdf(ready)).status).toBe(200)
  })

  test('an order without documents has an empty list; consumers still get 403 on the calls of businesses', async () => {
    expect(await list()).toEqual({ documents: [], cursor: null })
    expect((await customer.expectError(getHistoricalInvoices)).status).toBe(403)
  })
})
