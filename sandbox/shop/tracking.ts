import type { FastifyInstance } from 'fastify'
import { createChannelPage, HTML } from './brand-page.ts'
import type { Shop } from './context.ts'
import { PageError } from './page-error.ts'
import { renderTrackingPage } from './pages/tracking-page.ts'

/** Mounts the tracking page of a parcel: public, without personal data. */
export function mountTracking(app: FastifyInstance, shop: Shop): void {
  /** Codes of the orders by the numbers of their parcels. */
  const codeByParcel = new Map<string, string>()
  shop.orders.onStored(({ code, state }) => {
    for (const { number } of state.parcels) codeByParcel.set(number, code)
  })

  app.get<{ Params: { number: string } }>('/tracking/:number', async (request, reply) => {
    const { number } = request.params
    const code = codeByParcel.get(number)
    const order = code === undefined ? undefined : await shop.orders.find(code)
    const parcel = order?.state.parcels.find(each => each.number === number)
    if (!order || !parcel) throw new PageError('missing')
    const page = createChannelPage(shop, order.channel)
    const { paceSeconds } = shop.config
    return reply.type(HTML).send(renderTrackingPage(page, { parcel, order, now: shop.now(), paceSeconds }))
  })
}
