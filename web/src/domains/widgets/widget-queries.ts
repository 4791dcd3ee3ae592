import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { getArticleGroups, getOrdersByArticles } from '#contract/orders.ts'
import { getCategories, getGalleryEntry } from '#contract/widget-gallery.ts'
import { getWidget, getWidgets, WIDGET_ORDERS_MAX, type Widget } from '#contract/widgets.ts'
import { call } from '#web/platform/http/call.ts'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import { useInvalidateOnPush } from '#web/platform/push/use-invalidate-on-push.ts'

export const widgetKeys = {
  all: ['widgets'] as const,
  list: ['widgets', 'list'] as const,
  order: (orderCode: string) => ['widgets', 'order', orderCode] as const,
  widget: (code: string) => ['widgets', 'widget', code] as const,
}

export interface WidgetBatch {
  widgets: readonly Widget[]
  /** Whether the customer has more orders with such articles. */
  hasMore: boolean
}

/** The most article names of one call. */
const ARTICLES_MAX = 100

/**
 * Loads the widgets of the customer's orders, newest first, in batches of orders: of the orders with
 * articles that come with a widget, or of all orders if the retailer does not say which articles do.
 */
export const widgetsQuery = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: widgetKeys.list,
    queryFn: ({ pageParam, signal }) => readBatch(accountId, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, _all, offset) => (last.hasMore ? offset + WIDGET_ORDERS_MAX : undefined),
  })

async function readBatch(accountId: string, offset: number, signal: AbortSignal): Promise<WidgetBatch> {
  const { articleGroups } = await call(getArticleGroups, undefined, { signal })
  const names = articleGroups.filter(group => group.hasWidgets).flatMap(group => group.articleNames)
  const articleNames = names.length > ARTICLES_MAX ? [] : names
  const query = { articleNames, offset, limit: WIDGET_ORDERS_MAX }
  const { orders } = await call(getOrdersByArticles, { params: { accountId }, query }, { signal })
  const widgets = await readWidgets(
    orders.map(order => order.superOrderCode),
    signal,
  )
  return { widgets, hasMore: orders.length === WIDGET_ORDERS_MAX }
}

async function readWidgets(orderCodes: string[], signal: AbortSignal): Promise<Widget[]> {
  if (orderCodes.length === 0) return []
  return (await call(getWidgets, { query: { orderCodes } }, { signal })).widgets
}

/** Loads the widgets of one order. */
export const orderWidgetsQuery = (orderCode: string) =>
  queryOptions({
    queryKey: widgetKeys.order(orderCode),
    queryFn: ({ signal }) => readWidgets([orderCode], signal),
  })

/** One widget; null for an unknown one. */
export const widgetQuery = (code: string) =>
  queryOptions({
    queryKey: widgetKeys.widget(code),
    queryFn: ({ signal }) => nullIfNotFound(call(getWidget, { params: { code } }, { signal })),
  })

/** The gallery's categories. */
export const categoriesQuery = queryOptions({
  queryKey: ['gallery', 'categories'],
  queryFn: async ({ signal }) => (await call(getCategories, undefined, { signal })).categories,
  staleTime: 60 * 60_000,
})

/** Loads the gallery entry of a widget; null without one. */
export const galleryEntryQuery = ({ galleryEntryId: id, galleryChannel: channel }: Widget) =>
  queryOptions({
    queryKey: ['gallery', 'entry', id],
    queryFn: ({ signal }) =>
      id && channel ? call(getGalleryEntry, { params: { id }, query: { channel } }, { signal }) : null,
    // The form must start with the service's current values.
    staleTime: 0,
    gcTime: 0,
  })

export const reloadWidgets = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: widgetKeys.all })

/** Keeps the page's widgets up to date: the gallery decides, and the shop sends new ones, while it is open. */
export const useWidgetChanges = (): void =>
  useInvalidateOnPush(widgetKeys.all, 'widgets-changed', 'order-changed')
