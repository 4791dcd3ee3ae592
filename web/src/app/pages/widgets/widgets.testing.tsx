import type { QueryClient } from '@tanstack/react-query'
import { SERVICES } from '#contract/endpoint.ts'
import { orderForTests } from '#contract/orders.testing.ts'
import type { GalleryEntry } from '#contract/widget-gallery.ts'
import type { Widget } from '#contract/widgets.ts'
import { answerChannel, channelForTests } from '#web/domains/merchandise/merchandise.testing.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderScreens, signIn } from '../../screens.testing.tsx'
import { WidgetPage, WidgetsPage } from './widget-pages.tsx'

export function widgetForTests(parts: Partial<Widget> = {}): Widget {
  return {
    productCode: 'K-1-1',
    orderCode: 'K-1',
    title: 'Coast to coast',
    description: '',
    productName: 'Photo book',
    pageCount: 40,
    aspectRatio: 1,
    previewUrl: 'https://pictures.example/1',
    publicUrl: 'https://my.keepsake.example/w/AAAAAAAAAAAAAAAAAAAAAA',
    createdAt: '2026-11-01T10:00:00Z',
    blocked: false,
    galleryEntryId: null,
    galleryChannel: null,
    galleryState: null,
    ...parts,
  }
}

const GROUPS = [
  { id: 'prints', name: 'Prints', articleNames: ['PRINT'], hasWidgets: false },
  { id: 'books', name: 'Books', articleNames: ['BOOK-A', 'BOOK-B'], hasWidgets: true },
]
const CATEGORIES = [
  { id: 'travel', name: 'Travel' },
  { id: 'family', name: 'Family' },
]

/** A fake of the services behind `call`. */
export function widgetService(widgets: Widget[] = []) {
  const service = {
    widgets,
    /** The stored gallery entries, by widget. */
    entries: new Map<string, GalleryEntry>(),
    /** Method, path with query, and body of all calls but reads of widgets. */
    calls: [] as { method: string; path: string; query: URLSearchParams; body: unknown }[],
    /** The status of the next answers, by the end of the path; 0 breaks the connection. */
    failing: {} as Record<string, number>,
  }
  answerCalls(({ method, path, query, body }) => {
    if (path === SERVICES.merchandise) return answerChannel(channelForTests())
    service.calls.push({ method, path, query, body })
    const failure = Object.entries(service.failing).find(([end]) => path.endsWith(end))?.[1]
    if (failure === 0) throw new TypeError('network')
    return failure ? refusal(failure) : answer(service, { method, path, query, body })
  })
  return service
}

export type WidgetService = ReturnType<typeof widgetService>

function answer(
  service: WidgetService,
  { method, path, query, body }: WidgetService['calls'][number],
): Response {
  if (path.endsWith('/v1/ArticleGroup')) return Response.json({ articleGroups: GROUPS })
  if (path.includes('/orders/byAccount/')) return Response.json({ orders: listOrders(service), cursor: null })
  if (path.endsWith('/customers/me')) return refusal(404)
  if (path.endsWith('/v1/categories')) return Response.json({ categories: CATEGORIES })
  if (path.endsWith('/v1/widget/all')) {
    const codes = query.getAll('orderCodes')
    return Response.json({ widgets: service.widgets.filter(each => codes.includes(each.orderCode)) })
  }
  if (path.includes('/v1/galleryentries/'))
    return answerGallery(service, method, path.split('/').at(-1)!, body)
  const [, code = '', action] = /\/v1\/widget\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
  const widget = service.widgets.find(each => each.productCode === code)
  if (!widget && action !== 'restore') return refusal(404)
  if (method === 'DELETE') {
    removed = widget
    service.widgets = service.widgets.filter(each => each !== widget)
    return new Response(null, { status: 204 })
  }
  if (action === 'share') return new Response(null, { status: 204 })
  if (action === 'restore' && removed) service.widgets = [...service.widgets, removed]
  if (action === 'link') replace(service, code, { publicUrl: widget!.publicUrl!.replace('AAAA', 'BBBB') })
  if (method === 'POST' && !action) replace(service, code, body as Partial<Widget>)
  return Response.json(service.widgets.find(each => each.productCode === code))
}

let removed: Widget | undefined

function answerGallery(service: WidgetService, method: string, id: string, body: unknown): Response {
  const details = body as GalleryEntry
  if (method === 'DELETE') {
    const entry = [...service.entries.values()].find(each => each.id === id)
    replace(service, entry!.widgetId, { galleryEntryId: null, galleryChannel: null, galleryState: null })
    return new Response(null, { status: 204 })
  }
  if (method === 'GET') return Response.json([...service.entries.values()].find(each => each.id === id))
  const widgetId = method === 'POST' ? details.widgetId : id
  if (!service.widgets.some(each => each.productCode === widgetId)) return refusal(404)
  const entry: GalleryEntry = {
    ...details,
    id: `entry-${widgetId}`,
    widgetId,
    channel: 'KEEPSAKE-GB',
    state: 'pending',
    version: 1,
    updatedAt: '2026-11-01T10:00:00Z',
  }
  service.entries.set(widgetId, entry)
  replace(service, widgetId, {
    galleryEntryId: entry.id,
    galleryChannel: entry.channel,
    galleryState: entry.state,
  })
  return Response.json(entry, { status: method === 'POST' ? 201 : 200 })
}

function replace(service: WidgetService, code: string, parts: Partial<Widget>): void {
  service.widgets = service.widgets.map(each => (each.productCode === code ? { ...each, ...parts } : each))
}

const listOrders = ({ widgets }: WidgetService) =>
  [...new Set(widgets.map(each => each.orderCode))].map(code =>
    orderForTests({ superOrderCode: code, code, status: 'Dispatched', productCount: 0, products: [] }),
  )

/** Renders the pages of widgets at `path`. */
export function renderWidgets(path: string, queries?: QueryClient) {
  signIn()
  renderScreens(path, { [PATHS.onlineProducts]: WidgetsPage, [PATHS.onlineProduct]: WidgetPage }, { queries })
}
