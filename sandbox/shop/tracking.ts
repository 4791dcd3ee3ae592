import type { FastifyInstance } from 'fastify'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { type Html, html } from '#html/html.ts'
import { createChannelPage } from './brand-page.ts'
import type { Shop } from './context.ts'
import type { Order } from './orders/order.ts'
import { PageError } from './page-error.ts'
import { type Page, renderDocument } from './pages/page.ts'

/** Mounts the tracking page of a parcel: public, without personal data. */
export function mountTracking(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { number: string } }>('/tracking/:number', async request => {
    const { number } = request.params
    const hasParcel = ({ state }: Order) => state.parcels.some(each => each.number === number)
    const [, order] = shop.orders.list().find(([, each]) => hasParcel(each)) ?? []
    const parcel = order?.state.parcels.find(each => each.number === number)
    if (!order || !parcel) throw new PageError('missing')
    const page = createChannelPage(shop, order.channel)
    const { paceSeconds } = shop.config
    return renderTrackingPage(page, { parcel, order, now: shop.now(), paceSeconds })
  })
}

/** Renders the steps of a parcel with their times; future ones have none. */
function renderTrackingPage(
  page: Page,
  view: { parcel: RetailerOrder['parcels'][number]; order: Order; now: Date; paceSeconds: number },
): Html {
  const { text } = page
  const { parcel, now } = view
  const steps = listSteps(view).map(({ name, at }) => ({ name, at: at && at <= now ? at : undefined }))
  const content = html`<div class="ordered"><h1>${text('tracking.title')}</h1>
<p class="code">${text('tracking.parcel', { number: parcel.number, carrier: parcel.carrier })}</p>
<ol class="steps">${steps.map(
    ({ name, at }) => html`<li${at && html` class="done"`}><span>${text(`tracking.${name}`)}</span>
${at && html`<time datetime="${at.toISOString()}">${page.dateTime(at.toISOString())}</time>`}</li>`,
  )}</ol></div>`
  return renderDocument(page, text('tracking.title'), content)
}

const DAY_SECONDS = 86_400

/** The carrier takes a pace to sort a parcel; a day when steps are taken manually. */
function listSteps({ parcel, order, paceSeconds }: Parameters<typeof renderTrackingPage>[1]) {
  const packedStep = order.state.history.findLast(({ status }) => status === 'ProductionCompleted')
  const getTimeAfter = (paces: number) =>
    new Date(new Date(parcel.shippedAt).getTime() + paces * (paceSeconds || DAY_SECONDS) * 1000)
  return [
    { name: 'packed', at: packedStep && new Date(packedStep.at) },
    { name: 'shipped', at: getTimeAfter(0) },
    { name: 'sorted', at: getTimeAfter(1) },
    { name: 'delivered', at: parcel.deliveredAt ? new Date(parcel.deliveredAt) : undefined },
  ] as const
}
