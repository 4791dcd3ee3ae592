import type { FastifyInstance } from 'fastify'
import { html } from '#html/html.ts'
import { createChannelPage } from './brand-page.ts'
import { findPrefilledForm } from './checkout-tickets.ts'
import type { Shop } from './context.ts'
import { readDeliveryForm } from './delivery-form.ts'
import { findDraftProblem, getEditorPath, requireDraft, requireDraftForm } from './draft-access.ts'
import { onFailure } from './keepsake-client.ts'
import { createOrder, placeOrder } from './orders/new-order.ts'
import { PageError } from './page-error.ts'
import { renderDeliveryPage } from './pages/delivery-page.ts'
import { renderOrderPage } from './pages/order-page.ts'
import { renderDocument } from './pages/page.ts'
import { removeUnavailablePhotos } from './selections.ts'
import { readVisitor } from './visitor.ts'

/** Mounts the pages of the delivery address, of placing the order, and of the order. */
export function mountCheckout(app: FastifyInstance, shop: Shop): void {
  app.get('/prints/:id/delivery', async (request, reply) => {
    const { draft, page, visitor } = requireDraft(shop, request)
    if (findDraftProblem(page, draft)) return reply.redirect(getEditorPath(draft), 303)
    return renderDeliveryPage(page, { draft, form: findPrefilledForm(draft, visitor) })
  })

  app.post('/prints/:id/order', async (request, reply) => {
    const { draft, page, fields } = requireDraftForm(shop, request)
    const { delivery, ...form } = readDeliveryForm(fields, page.brand.country)
    if (!delivery) return reply.code(400).send(renderDeliveryPage(page, { draft, form }))
    // Without an answer of Keepsake all photos are ordered.
    const checked = await removeUnavailablePhotos(shop, draft).catch(onFailure(() => undefined))
    if (checked && checked.removed > 0)
      return reply.redirect(`${getEditorPath(draft)}?gone=${checked.removed}`, 303)
    if (findDraftProblem(page, draft)) return reply.redirect(getEditorPath(draft), 303)
    const order = createOrder(page, draft, delivery, { now: shop.now(), origin: shop.config.origin })
    await placeOrder(shop, order)
    return reply.redirect(`/orders/${order.code}`, 303)
  })

  app.get<{ Params: { code: string } }>('/orders/:code', async request => {
    const order = shop.orders.find(request.params.code)
    // A foreign order and a missing one get the same response.
    if (!order || order.visitor !== readVisitor(request)) throw new PageError('missing')
    const page = createChannelPage(shop, order.channel, order.libraryUrl)
    return renderOrderPage(page, order, shop.push.getState(`order ${order.code}`))
  })
}

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
