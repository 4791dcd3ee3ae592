import type { Logger } from 'pino'
import { PRODUCT_PDF } from '#contract/product-files.ts'
import { putDeliveryDates, putOrder } from '#contract/retailer-orders.ts'
import { putProductFile } from '#contract/retailer-product-files.ts'
import { putVoucher } from '#contract/retailer-vouchers.ts'
import { putWidget } from '#contract/retailer-widgets.ts'
import { findArticle } from '../catalog.ts'
import { type RepeatedSends, startRepeatedSends } from '../keepsake-calls/repeated-sends.ts'
import { type KeepsakeClient, KeepsakeError, PERMANENT_FAILURES } from '../keepsake-client.ts'
import { drawPoster } from '../posters/draw-poster.ts'
import type { Order, Orders, SyncState } from './order.ts'

/** Whether Keepsake refused a version permanently, which needs manual action. */
export const isRefused = ({ problem }: SyncState): boolean =>
  problem !== undefined && PERMANENT_FAILURES.has(problem.status)

/**
 * Sends orders, their delivery dates, vouchers, widgets and poster files to Keepsake: of each the newest version until
 * it is acknowledged, at least once, one call at a time. A version that is stored during a call is sent after it. A
 * version that Keepsake refuses permanently is logged as an error and not sent again before the next start; newer
 * versions are.
 */
export function startOrderSync({
  orders,
  keepsake,
  log,
  now,
  retryMs,
}: {
  orders: Orders
  keepsake: KeepsakeClient
  log: Logger
  now: () => Date
  retryMs: (tries: number) => number
}): RepeatedSends {
  /** The last version that was refused since the start, by feed and order. */
  const refusedVersions = new Map<string, number>()

  const isPending = (order: Order, feed: Feed) => {
    if (order.isCustomerErased) return false
    const body = createBody(order, feed)
    const acknowledgedVersion = order.sync[feed]?.acknowledgedVersion ?? 0
    const handledVersion = Math.max(acknowledgedVersion, refusedVersions.get(`${feed} ${order.code}`) ?? 0)
    return body !== undefined && body.version > handledVersion
  }
  /** Sends the newest version until none is pending; false when it must be retried later. */
  const sendPending = async (code: string, feed: Feed): Promise<boolean> => {
    for (;;) {
      const order = await orders.find(code)
      if (!order || !isPending(order, feed)) return true
      const { version } = createBody(order, feed)!
      try {
        const receipt = await sendFeed(keepsake, order, feed)
        if (receipt.version > version)
          log.error({ order: code, feed, version, stored: receipt.version }, 'Keepsake has a newer version')
        await orders.change(code, before => ({
          ...before,
          sync: { ...before.sync, [feed]: { acknowledgedVersion: version } },
          lastOrderDate: receipt.lastOrderDate ?? before.lastOrderDate,
        }))
        log.info({ order: code, feed, version }, 'version acknowledged')
      } catch (error) {
        if (!(error instanceof KeepsakeError)) throw error
        const problem = { version, status: error.status, at: now().toISOString() }
        if (PERMANENT_FAILURES.has(error.status)) refusedVersions.set(`${feed} ${code}`, version)
        await orders.change(code, before => addProblem(before, feed, problem))
        if (!PERMANENT_FAILURES.has(error.status)) {
          log.warn({ order: code, feed, version, status: error.status }, 'version not acknowledged yet')
          return false
        }
        log.error({ err: error, order: code, feed, version }, 'version refused: needs manual action')
      }
    }
  }
  const sendAllPending = async (code: string) => {
    for (const feed of FEEDS) if (!(await sendPending(code, feed))) return false
    return true
  }

  const sends = startRepeatedSends(sendAllPending, { retryMs, log })
  orders.onStored(order => {
    if (FEEDS.some(feed => isPending(order, feed))) void sends.send(order.code)
  })
  return sends
}

/** The feeds of an order, each with its own versions. */
const FEEDS = ['order', 'deliveryDates', 'voucher', 'widget', 'posterFile'] as const
type Feed = (typeof FEEDS)[number]

/** Returns the content to send; the widget of a product is sent after the product itself was dispatched. */
function createBody(order: Order, feed: Feed) {
  if (feed === 'order') return order.state
  return feed === 'widget' && order.step !== 'Dispatched' ? undefined : order[feed]
}

async function sendFeed(
  keepsake: KeepsakeClient,
  order: Order,
  feed: Feed,
): Promise<{ version: number; lastOrderDate?: string | null }> {
  const { code, state, deliveryDates, voucher, widget, posterFile } = order
  const { accountId } = state
  const createProductParams = () => ({ code: state.products[0]!.code })
  switch (feed) {
    case 'order':
      return keepsake.call(putOrder, { params: { code }, body: state })
    case 'deliveryDates':
      return keepsake.call(putDeliveryDates, { params: { orderId: code }, body: deliveryDates! })
    case 'voucher':
      return keepsake.call(putVoucher, { params: createProductParams(), body: { ...voucher!, accountId } })
    case 'posterFile': {
      const [{ title, article }] = state.products as [(typeof state.products)[number]]
      const createdAt = new Date(posterFile!.createdAt)
      const pdf = new Uint8Array(await drawPoster({ title, createdAt, ...findArticle(article)!.poster! }))
      return keepsake.call(
        putProductFile,
        { params: { ...createProductParams(), purpose: PRODUCT_PDF }, query: { ...posterFile!, accountId } },
        new Blob([pdf], { type: 'application/pdf' }),
      )
    }
    case 'widget':
      return keepsake.call(putWidget, { params: createProductParams(), body: { ...widget!, accountId } })
  }
}

/** Adds the problem to the order; unchanged when the same version failed in the same way before. */
function addProblem(order: Order, feed: Feed, problem: NonNullable<SyncState['problem']>): Order {
  const before = order.sync[feed] ?? { acknowledgedVersion: 0 }
  if (before.problem?.version === problem.version && before.problem.status === problem.status) return order
  return { ...order, sync: { ...order.sync, [feed]: { ...before, problem } } }
}
