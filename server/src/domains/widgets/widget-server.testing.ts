import { randomUUID } from 'node:crypto'
import type { Answer } from '#contract/endpoint.ts'
import { getPhotos } from '#contract/photos.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import type { RetailerWidget } from '#contract/retailer-widgets.ts'
import * as retailer from '#contract/retailer-widgets.ts'
import { getWidget, type Widget } from '#contract/widgets.ts'
import type { Config } from '../../platform/config/config.ts'
import { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { widgetForTests } from './widgets.testing.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'

export interface TestBook {
  customer: Client
  order: string
  product: string
  photos: string[]
}

/** Starts a server for customers who have books, with the calls of the retailer; it ends with the tests of the file. */
export async function startWidgetServer(config: Partial<Config> = {}) {
  const serviceTokens = [{ name: 'shop', token: TOKEN }]
  const server = closeAfterAll(await testServer({ config: { serviceTokens, ...config } }))
  return { server, ...createRetailerCalls(server) }
}

function createRetailerCalls(server: TestServer) {
  const client = new Client(server.origin, '', '', TOKEN)
  const call = async (...sent: Parameters<Client['send']>) => {
    const response = await client.send(...sent)
    return { status: response.status, body: await response.json() }
  }
  const sendOrder = ({ customer, order: code, product }: TestBook, more: object = {}) => {
    const products = [{ code: product, article: 'BOOK', title: 'Photo book' }]
    const body = orderForTests(customer.accountId, server.clock.now(), { products, ...more })
    return call(putOrder, { params: { code }, body })
  }
  const sendWidget = (
    { customer, order, product: code, photos }: TestBook,
    more: Partial<RetailerWidget> = {},
  ) =>
    call(retailer.putWidget, {
      params: { code },
      body: { accountId: customer.accountId, ...widgetForTests(order, photos, more) },
    })
  return {
    putOrder: sendOrder,
    putWidget: sendWidget,
    /** Reads the gallery as the retailer does. */
    readGallery: (query: Record<string, string> = {}) =>
      call(retailer.getGalleryEntries, { query: { channel: 'KEEPSAKE-GB', ...query } }),
    decide: (id: string, decision: object) =>
      call(retailer.putGalleryEntryState, { params: { id }, body: decision }),
    /** A customer with photos and without orders. */
    async createCustomer(photos = 2): Promise<TestBook> {
      const customer = await server.customer()
      for (let n = 0; n < photos; n++) await customer.upload(`photo-${n}.jpg`, await jpeg())
      await server.idle()
      const { images } = await customer.call(getPhotos)
      const order = `K-${randomUUID()}`
      return { customer, order, product: `${order}-1`, photos: images.map(image => image.imageId) }
    },
    /** A customer with a book and its widget. */
    async createBook(more: Partial<RetailerWidget> = {}): Promise<TestBook> {
      const book = await this.createCustomer()
      await sendOrder(book)
      await sendWidget(book, more)
      return book
    },
    /** Requests without a token, like a stranger's browser. */
    open: (address: string) => {
      const { pathname, search } = new URL(address, server.origin)
      return fetch(new URL(pathname + search, server.origin))
    },
    read: ({ customer, product }: TestBook): Promise<Answer<typeof getWidget>> =>
      customer.call(getWidget, { params: { code: product } }),
  }
}

export const listPictures = (page: string): string[] =>
  [...page.matchAll(/<img src="([^"]+)"/g)].map(match => `/w/${match[1]}`)

export const getLink = (widget: Widget): string => {
  if (!widget.publicUrl) throw new Error('The widget has no link')
  return widget.publicUrl
}
