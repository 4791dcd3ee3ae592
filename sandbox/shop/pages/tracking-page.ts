import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { html } from '#html/html.ts'
import type { Order } from '../orders/order.ts'
import { type Page, renderDocument } from './page.ts'

/** Renders the steps of a parcel with their times; future ones have none. */
export function renderTrackingPage(
  page: Page,
  view: { parcel: RetailerOrder['parcels'][number]; order: Order; now: Date; paceSeconds: number },
): string {
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
