import type { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import type { Address } from '#contract/addresses.ts'
import type { HostMenu } from '#contract/brands.ts'
import { type Answer, SERVICES } from '#contract/endpoint.ts'
import type { MerchandiseChannel } from '#contract/merchandise.ts'
import type { OrderDocument } from '#contract/order-documents.ts'
import {
  orderForTests as createOrder,
  productForTests as createProduct,
  ORDERS_NOW,
} from '#contract/orders.testing.ts'
import type { Order, OrderedProduct } from '#contract/orders.ts'
import type { getVouchers } from '#contract/own-vouchers.ts'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import type { ReorderStatus } from '#contract/reorders.ts'
import type { Voucher } from '#contract/vouchers.ts'
import type { Widget } from '#contract/widgets.ts'
import { answerChannel, channelForTests } from '#web/domains/merchandise/merchandise.testing.ts'
import { answerCalls, type ReceivedCall, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderScreens, signIn } from '../../screens.testing.tsx'
import { OrderPage, ReportProblemPage } from './order-pages.tsx'
import { OrdersPage } from './orders-page.tsx'

/** The current time of these tests. */
export const NOW = Date.parse(ORDERS_NOW)
const DAY = 86_400_000
export const formatDaysAgo = (days: number, more = 0) => new Date(NOW - days * DAY - more).toISOString()

export const productForTests = (parts: Partial<OrderedProduct> = {}): OrderedProduct => ({
  ...createProduct('2140-01', 'Confirmed', 'Photo book'),
  ...parts,
})

export function orderForTests(parts: Partial<Order> = {}): Order {
  const products = parts.products ?? [productForTests({ status: parts.status ?? 'Confirmed' })]
  return createOrder({
    code: parts.superOrderCode ?? '4711-2140',
    createdAt: formatDaysAgo(2),
    status: 'Confirmed',
    history: [],
    productCount: products.length,
    total: { amount: 4890, currency: 'GBP' },
    ...parts,
    products,
  })
}

/** The order, or the status and the reason of an error. */
type Requested = Order | { status: number; reason?: string }

/** A fake order service behind `call` at NOW, unless the test has another time; `orders` are all, newest first. */
export function orderService(orders: Order[] = []) {
  if (!vi.isMockFunction(Date.now)) vi.spyOn(Date, 'now').mockReturnValue(NOW)
  const service = {
    orders,
    campaign: undefined as { orderBefore: string; occasion?: string } | undefined,
    /** Vouchers by product; those of no product are found by their code. */
    vouchers: {} as Record<string, Voucher>,
    /** Offers are 404 although the list of vouchers has them. */
    missingOffers: false,
    /** The current voucher, or the status of an error. */
    refreshed: 404 as Voucher | number,
    /** Answers about ordering again: the content, or the status of an error. */
    reorder: 404 as Omit<ReorderStatus, 'orderCode'> | number,
    basket: 404 as { ShopUrl: string } | number,
    /** Purposes of the files of products; a product that is not named has none. */
    files: {} as Record<string, string[]>,
    /** Products in the list of PDFs answer with a file of another purpose. */
    listedOnly: false,
    /** Response to the download of a product's PDF. */
    pdf: () => new Response('%PDF-'),
    /** The address book. */
    addresses: [] as Address[],
    /** Requested delivery addresses, and what they are answered with. */
    changes: [] as unknown[],
    change: (_address: never): Requested => ({ status: 500 }),
    /** Requested cancellations, and what they are answered with. */
    cancellations: [] as unknown[],
    cancel: (_sent: never): Requested => ({ status: 500 }),
    /** The brand's channel; null: it was not sent. */
    channel: channelForTests() as MerchandiseChannel | null,
    /** Delays the answer of the merchandise service. */
    holdChannel: Promise.resolve() as Promise<unknown>,
    /** Receipts and invoices of each order. */
    documents: [] as OrderDocument[],
    /** All vouchers of the customer. */
    ownVouchers: { vouchers: [], counts: { ready: 0, ended: 0 }, cursor: null } as Answer<typeof getVouchers>,
    /** The widgets of ordered products. */
    widgets: [] as Widget[],
    /** Paths with queries, in the sequence of the calls; those of widgets, files and channels are left out. */
    requests: [] as string[],
    /** Paths of the calls for product files, without their queries. */
    fileRequests: [] as string[],
    /** Bodies of the calls of the merchandise service. */
    channelRequests: [] as unknown[],
    /** Calls whose path contains it are answered with 500. */
    failing: undefined as string | undefined,
    /** Delays answers. */
    hold: Promise.resolve() as Promise<unknown>,
    /** Answers calls of other services. */
    others: (_received: ReceivedCall): Response | undefined => undefined,
  }
  answerCalls(received => answerCall(service, received))
  return service
}
export type OrderService = ReturnType<typeof orderService>

/** Answers a call to any of the services. */
async function answerCall(service: OrderService, received: ReceivedCall): Promise<Response> {
  const { path: full, search, query, body } = received
  const other = service.others(received)
  if (other) return other
  if (full.startsWith(SERVICES.productFiles)) return answerProductFile(service, full)
  if (full === SERVICES.merchandise) {
    service.channelRequests.push(body)
    await service.holdChannel
    return service.failing === 'merchandise' ? refusal(500) : answerChannel(service.channel)
  }
  const path = full.replace(/^\/api\/(orders|vouchers)/, '')
  if (path === '/v1/vouchers/me') return Response.json(service.ownVouchers)
  if (path.startsWith('/api/invoices/v1/documents'))
    return path.endsWith('/pdf')
      ? service.pdf()
      : Response.json({ documents: service.documents, cursor: null })
  // None in time: addresses of the shop stay as they are.
  if (path.endsWith('/v1/checkout-tickets')) return new Promise(() => {})
  if (path.startsWith('/api/widgets/')) return Response.json({ widgets: service.widgets })
  service.requests.push(path + search)
  await service.hold
  if (service.failing && (path + search).includes(service.failing)) return refusal(500)
  if (path.endsWith('/customers/me/addresses')) return Response.json({ addresses: service.addresses })
  if (path.endsWith('/cancellation')) {
    service.cancellations.push(body)
    return answerRequest(service.cancel(body as never))
  }
  if (path.endsWith('/deliveryAddress')) {
    service.changes.push(body)
    return answerRequest(service.change(body as never))
  }
  const name = path.split('/').at(-1)!
  if (path === '/v2/superorders/me') {
    const offset = Number(query.get('Offset'))
    return Response.json({ superOrders: service.orders.slice(offset, offset + 100), cursor: null })
  }
  if (path === '/v2/superorders/me/search') return Response.json(findOrders(service.orders, query))
  if (path.includes('/vouchers') || path.includes('/offers/')) return answerVoucher(service, path, query)
  if (path.startsWith('/reorder/status/')) return answer(service.reorder, { orderCode: name })
  if (path === '/reorder-direct') return answer(service.basket)
  const content = path.startsWith('/v1/superorders/')
    ? service.orders.find(order => order.superOrderCode === name)
    : service.campaign && { name, ...service.campaign }
  return content ? Response.json(content) : refusal(404)
}

/** Answers a request with the order, or with an error. */
const answerRequest = (answered: Requested): Response =>
  typeof answered.status === 'number'
    ? refusal(answered.status, { reason: (answered as { reason?: string }).reason })
    : Response.json(answered, { status: 202 })

/** Finds orders by one word, an article, status or year, as the service does for these; the cursor is an offset. */
function findOrders(orders: readonly Order[], query: URLSearchParams) {
  const articles = query.getAll('articleNames')
  const matching = orders.filter(({ superOrderCode, products, status }) => {
    const state = query.get('state')
    const words = [superOrderCode.replaceAll('-', ''), ...products.map(({ title }) => title)].join(' ')
    const matchesWords = words.toLowerCase().includes(query.get('q')?.toLowerCase().replaceAll('-', '') ?? '')
    return (
      (matchesWords || products.some(({ article }) => articles.includes(article))) &&
      (state === null || (state === 'sent') === (status === 'Dispatched'))
    )
  })
  const years = Map.groupBy(matching, ({ createdAt }) => Number(createdAt.slice(0, 4)))
  const found = query.has('year') ? (years.get(Number(query.get('year'))) ?? []) : matching
  const offset = Number(query.get('cursor') ?? 0)
  return {
    superOrders: found.slice(offset, offset + 10),
    total: found.length,
    years: [...years].map(([year, { length }]) => ({ year, count: length })),
    cursor: found.length > offset + 10 ? String(offset + 10) : null,
  }
}

const answer = (content: object | number, more: object = {}) =>
  typeof content === 'number' ? refusal(content) : Response.json({ ...more, ...content })

const FILE_FACTS = {
  version: 1,
  changedAt: formatDaysAgo(1),
  createdAt: formatDaysAgo(1),
  size: 1000,
  sha256: 'd3'.repeat(32),
}

function answerProductFile(service: OrderService, path: string): Response {
  const { files, listedOnly, pdf, orders, fileRequests } = service
  fileRequests.push(path.replace(SERVICES.productFiles, ''))
  if (path.includes('/pdf/me/')) return pdf()
  if (path.endsWith('/Pdfs/me'))
    return Response.json({
      pdfs: orders.flatMap(({ superOrderCode: orderCode, products }) =>
        products
          .filter(({ code }) => files[code]?.includes(PRODUCT_PDF))
          .map(({ code, title }) => {
            return { ...FILE_FACTS, code, orderCode, title, picture: null }
          }),
      ),
      cursor: null,
    })
  const code = path.split('/').at(-1)!
  const productFiles = (listedOnly ? ['preview.pdf'] : (files[code] ?? [])).map(purpose => ({
    purpose,
    ...FILE_FACTS,
  }))
  return Response.json({ code, files: productFiles })
}

function answerVoucher(
  { orders, vouchers, refreshed, missingOffers }: OrderService,
  path: string,
  query: URLSearchParams,
) {
  if (path.endsWith('/refresh')) return answer(refreshed)
  if (path.includes('/offers/')) {
    if (missingOffers) return refusal(404)
    const code = path.split('/').at(-1)!
    return answer(
      Object.values(vouchers).find(voucher => voucher.code === code && voucher.isVoucherFound) ?? 404,
    )
  }
  const order = orders.find(each => each.superOrderCode === query.get('orderCode'))
  const products = order?.products ?? []
  return answer({
    vouchers: products.flatMap(({ code: productCode, voucher }) => {
      if (!voucher) return []
      const { code = voucher, isVoucherFound = false } = vouchers[productCode] ?? {}
      return [{ productCode, code, isVoucherFound }]
    }),
  })
}

/** Renders the pages of orders at `path`. */
export function renderOrders(path: string, { menu, business = false, queries, host }: RenderOptions = {}) {
  signIn({ business })
  const screens = {
    [PATHS.orders]: OrdersPage,
    [PATHS.order]: OrderPage,
    [PATHS.reportProblem]: ReportProblemPage,
  }
  return renderScreens(path, screens, { menu, toasts: false, queries, ...(host && { host }) }).router
}

interface RenderOptions {
  menu?: HostMenu | undefined
  business?: boolean
  queries?: QueryClient
  host?: string
}
