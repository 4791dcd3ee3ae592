import type { FastifyInstance } from 'fastify'
import { createChannelPage, HTML } from './brand-page.ts'
import type { Shop } from './context.ts'
import { isEqualText } from './equal-texts.ts'
import { failPayment, pay } from './orders/lifecycle.ts'
import type { Order } from './orders/order.ts'
import { PageError } from './page-error.ts'
import { renderPayPage } from './pages/pay-page.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from './visitor.ts'

interface Payment {
  Params: { code: string; token: string }
}

/**
 * Mounts the pay page of an order: its secret address opens it in any browser, until the order is paid or cancelled.
 */
export function mountPayment(app: FastifyInstance, shop: Shop): void {
  const requireOrder = async ({ code, token }: Payment['Params']): Promise<Order> => {
    const order = await shop.orders.find(code)
    if (!order || !isEqualText(order.payment.token, token)) throw new PageError('missing')
    return order
  }

  app.get<Payment>('/pay/:code/:token', async (request, reply) => {
    const order = await requireOrder(request.params)
    const csrfToken = createCsrfToken(shop, getFormId(order), ensureVisitor(request, reply))
    const page = createChannelPage(shop, order.channel, order.libraryUrl)
    return reply.type(HTML).send(renderPayPage(page, { order, csrfToken, now: shop.now() }))
  })

  app.post<Payment>('/pay/:code/:token', async (request, reply) => {
    const order = await requireOrder(request.params)
    const { check, result } = (request.body ?? {}) as Record<string, unknown>
    requireSameOrigin(shop, request, getFormId(order), readVisitor(request) ?? '', check)
    const applyResult = result === 'failure' ? failPayment : pay
    await shop.orders.change(order.code, before =>
      before.payment.state === 'paid' ? before : applyResult(before, shop.now(), shop.config.origin),
    )
    return reply.redirect(`/pay/${order.code}/${order.payment.token}`, 303)
  })
}

const getFormId = ({ code }: Order) => `pay ${code}`
