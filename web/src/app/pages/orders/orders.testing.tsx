import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { hostBrandOf } from '#brands/index.ts'
import type { Address } from '#contract/addresses.ts'
import type { HostMenu } from '#contract/brands.ts'
import { BUSINESS } from '#contract/customers.ts'
import { SERVICES } from '#contract/endpoint.ts'
import type { MerchandiseChannel } from '#contract/merchandise.ts'
import type { Order, OrderedProduct } from '#contract/orders.ts'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import type { ReorderStatus } from '#contract/reorders.ts'
import type { Voucher } from '#contract/vouchers.ts'
import type { Widget } from '#contract/widgets.ts'
import { answerChannel, channelForTests } from '#web/domains/merchandise/merchandise.testing.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { configureHttp } from '#web/platform/http/call.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { createPageSession } from '#web/platform/session/page-session.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { OrderPage } from './order-page.tsx'
import { OrdersPage } from './orders-page.tsx'

/** The current time of these tests. */
export const NOW = Date.parse('2026-11-22T11:50:00Z')
const DAY = 86_400_000
export const daysAgo = (days: number, more = 0) => new Date(NOW - days * DAY - more).toISOString()

export function productForTests(parts: Partial<OrderedProduct> = {}): OrderedProduct {
  return {
    code: '2140-01',
    article: 'BOOK',
    title: 'Photo book',
    quantity: 1,
    status: 'Confirmed',
    history: [],
    picture: null,
    ...parts,
  }
}

export function orderForTests(parts: Partial<Order> = {}): Order {
  const products = parts.products ?? [productForTests({ status: parts.status ?? 'Confirmed' })]
  return {
    superOrderCode: '4711-2140',
    createdAt: daysAgo(2),
    status: 'Confirmed',
    history: [],
    productCount: products.length,
    parcels: [],
    hasDeliveryDates: false,
    addressChange: { productCodes: [] },
    total: { amount: 4890, currency: 'GBP' },
    ...parts,
    products,
  }
}

/** A fake order service behind `call`. */
export interface OrderService {
  /** All orders, newest first. */
  orders: Order[]
  dates: Record<string, unknown[]>
  campaign: { orderBefore: string; occasion?: string } | undefined
  /** Vouchers by product; those of no product are found by their code. */
  vouchers: Record<string, Voucher>
  /** Offers are 404 although the list of vouchers has them. */
  missingOffers: boolean
  /** The current voucher, or the status of an error. */
  refreshed: Voucher | number
  /** Answers about ordering again: the content, or the status of an error. */
  reorder: Omit<ReorderStatus, 'orderCode'> | number
  basket: { ShopUrl: string } | number
  /** Purposes of the files of products; a product that is not named has none. */
  files: Record<string, string[]>
  /** Products in the list of PDFs answer without files. */
  listedOnly: boolean
  /** Response to the download of a product's PDF. */
  pdf: () => Response
  /** The address book. */
  addresses: Address[]
  /** Requested delivery addresses, and what they are answered with: the order, or an error's status and reason. */
  changes: unknown[]
  change: (address: never) => Order | { status: number; reason?: string }
  /** The brand's channel; null: it was not sent. */
  channel: MerchandiseChannel | null
  /** Delays the answer of the merchandise service. */
  holdChannel: Promise<unknown>
  /** The widgets of ordered products. */
  widgets: Widget[]
  /** Paths with queries, in the sequence of the calls; those of widgets, files and channels are left out. */
  requests: string[]
  /** Paths of the calls for product files, without their queries. */
  fileRequests: string[]
  /** Bodies of the calls of the merchandise service. */
  channelRequests: unknown[]
  /** Calls whose path contains it are answered with 500. */
  failing: string | undefined
  /** Delays answers. */
  hold: Promise<unknown>
  restore: () => void
}

export function orderService(orders: Order[] = []): OrderService {
  const service: OrderService = {
    orders,
    dates: {},
    campaign: undefined,
    vouchers: {},
    missingOffers: false,
    refreshed: 404,
    reorder: 404,
    basket: 404,
    files: {},
    listedOnly: false,
    pdf: () => new Response('%PDF-'),
    addresses: [],
    channel: channelForTests(),
    holdChannel: Promise.resolve(),
    widgets: [],
    changes: [],
    change: () => ({ status: 500 }),
    requests: [],
    fileRequests: [],
    channelRequests: [],
    failing: undefined,
    hold: Promise.resolve(),
    restore: () => void configureHttp(before),
  }
  const before = configureHttp({
    token: async () => 'token',
    fetch: async (input, init) => {
      const { pathname, searchParams, search } = new URL(String(input), 'http://keepsake.test')
      if (pathname.startsWith(SERVICES.productFiles)) return answerProductFile(service, pathname)
      if (pathname === SERVICES.merchandise) {
        service.channelRequests.push(JSON.parse(String(init?.body)))
        await service.holdChannel
        return service.failing === 'merchandise' ? refusal(500) : answerChannel(service.channel)
      }
      const path = pathname.replace(/^\/api\/(orders|vouchers)/, '')
      if (path.startsWith('/api/widgets/')) return Response.json({ widgets: service.widgets })
      service.requests.push(path + search)
      await service.hold
      if (service.failing && (path + search).includes(service.failing)) return refusal(500)
      if (path.endsWith('/customers/me/addresses')) return Response.json({ addresses: service.addresses })
      if (path.endsWith('/deliveryAddress')) {
        const address = JSON.parse(String(init?.body))
        service.changes.push(address)
        const answered = service.change(address as never)
        return 'status' in answered && typeof answered.status === 'number'
          ? refusal(answered.status, answered as object)
          : Response.json(answered, { status: 202 })
      }
      const name = decodeURIComponent(path.split('/').at(-1)!)
      if (path === '/v2/superorders/me') {
        const offset = Number(searchParams.get('Offset'))
        return Response.json({ superOrders: service.orders.slice(offset, offset + 100) })
      }
      if (path.includes('/vouchers') || path.includes('/offers/'))
        return answerVoucher(service, path, searchParams)
      if (path.startsWith('/reorder/status/')) return answer(service.reorder, { orderCode: name })
      if (path === '/reorder-direct') return answer(service.basket)
      const found = path.startsWith('/v1/superorders/')
        ? service.orders.find(order => order.superOrderCode === name)
        : path.startsWith('/OrderDeliveryDates/')
          ? service.dates[name] && { dates: service.dates[name] }
          : service.campaign && { name, ...service.campaign }
      return found ? Response.json(found) : refusal(404)
    },
  })
  return service
}

const answer = (content: object | number, more: object = {}) =>
  typeof content === 'number' ? refusal(content) : Response.json({ ...more, ...content })

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
            const fields = { code, orderCode, title, createdAt: daysAgo(1), size: 1000 }
            return { ...fields, picture: null }
          }),
      ),
    })
  const code = decodeURIComponent(path.split('/').at(-1)!)
  const ofProduct = (listedOnly ? [] : (files[code] ?? [])).map(purpose => ({
    purpose,
    createdAt: daysAgo(1),
    size: 1000,
  }))
  return Response.json({ code, files: ofProduct })
}

function answerVoucher(
  { orders, vouchers, refreshed, missingOffers }: OrderService,
  path: string,
  query: URLSearchParams,
) {
  if (path.endsWith('/refresh')) return answer(refreshed)
  if (path.includes('/offers/')) {
    if (missingOffers) return refusal(404)
    const code = decodeURIComponent(path.split('/').at(-1)!)
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

const refusal = (status: number, more: object = {}) =>
  Response.json({ ...more, code: status === 404 ? 'not-found' : 'internal', message: 'no' }, { status })

/** Renders the pages of orders at `path`. */
export function renderOrders(path: string, { menu = EMPTY_MENU, business = false }: RenderOptions = {}) {
  const claims = { sub: 'a', email: 'a@keepsake.test', idpType: 'local', idpSub: 'a' }
  vi.stubGlobal('BroadcastChannel', SilentChannel)
  createPageSession(() => {}).setSession({
    accessToken: 'token',
    expiresIn: 600,
    claims: { ...claims, amr: business ? ['pwd', BUSINESS] : ['pwd'] },
  })
  const root = createRootRoute({ component: Outlet })
  const at = (each: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path: each, component })
  const router = createRouter({
    routeTree: root.addChildren([at(PATHS.orders, OrdersPage), at(PATHS.order, OrderPage)]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  const texts = textsForTests()
  const brand = hostBrandOf('keepsake-gb.localhost')!
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <ConfigProvider config={{ environment: 'test', brand, menu, texts }}>
      <TextsProvider texts={texts}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
        <LiveRegion />
      </TextsProvider>
    </ConfigProvider>,
  )
  return router
}

interface RenderOptions {
  menu?: HostMenu
  business?: boolean
}

/** There is no other tab, and happy-dom has no channels. */
class SilentChannel {
  onmessage: unknown = null
  postMessage() {}
}
