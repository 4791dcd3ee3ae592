import type { FastifyInstance } from 'fastify'
import { html } from '#html/html.ts'
import { createChannelPage } from './brand-page.ts'
import type { Shop } from './context.ts'
import { PageError } from './page-error.ts'
import { renderDocument } from './pages/page.ts'

/** Mounts the tracking page of a parcel: public, without personal data. */
export function mountTracking(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { number: string } }>('/tracking/:number', async ({ params: { number } }) => {
    const parcels = shop.orders
      .list()
      .flatMap(([, { channel, state }]) => state.parcels.map(parcel => ({ ...parcel, channel })))
    const parcel = parcels.find(each => each.number === number)
    if (!parcel) throw new PageError('missing')
    const { carrier, shippedAt, deliveredAt } = parcel
    const page = createChannelPage(shop, parcel.channel)
    const { text, dateTime } = page
    const content = html`<div class="ordered"><h1>${text('tracking.title')}</h1>
<p class="code">${text('tracking.parcel', { number, carrier })}</p>
<p>${text('tracking.shipped')} ${dateTime(shippedAt)}</p>
${deliveredAt && html`<p>${text('tracking.delivered')} ${dateTime(deliveredAt)}</p>`}</div>`
    return renderDocument(page, text('tracking.title'), content)
  })
}
