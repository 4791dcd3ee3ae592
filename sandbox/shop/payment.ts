import type { FastifyInstance } from 'fastify'
import { createChannelPage, HTML } from './brand-page.ts'
import type { Shop } from './context.ts'
import { isEqualText } from './equal-texts.ts'
import { failPayment, pay } from './orders/lifecycle.ts'
import type { Order } from './orders/order.ts'
import { PageError } from './page-error.ts'
import { renderPayPage } from './pages/pay-page.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from './visitor.ts'

/** An address that opens an order in any browser. */
export interface SecretOrder {
  Params: { code: string; token: string }
}

/**
 * Mounts the pay page of an order: its secret address opens it in any browser, until the order is paid or cancelled.
 */
export function mountPayment(app: FastifyInstance, shop: Shop): void {
  app.get<SecretOrder>('/pay/:code/:token', async (request, reply) => {
    const order = await requireSecretOrder(shop, request.params)
    const csrfToken = createCsrfToken(shop, getFormId(order), ensureVisitor(request, reply))
    const page = createChannelPage(shop, order.channel, order.libraryUrl)
    return reply.type(HTML).send(renderPayPage(page, { order, csrfToken, now: shop.now() }))
  })

  app.post<SecretOrder>('/pay/:code/:token', async (request, reply) => {
    const order = await requireSecretOrder(shop, request.params)
    const { check, result } = (request.body ?? {}) as Record<string, unknown>
    requireSameOrigin(shop, request, getFormId(order), readVisitor(request) ?? '', check)
    const applyResult = result === 'failure' ? failPayment : pay
    await shop.orders.change(order.code, before =>
      before.payment.state === 'paid' ? before : applyResult(before, shop.now(), shop.config.origin),
    )
    return reply.redirect(`/pay/${order.code}/${order.payment.token}`, 303)
  })
}

/** Finds the order of an address with its secret token; a page error without it. */
export async function requireSecretOrder(
  { orders }: Shop,
  { code, token }: SecretOrder['Params'],
): Promise<Order> {
  const order = await orders.find(code)
  if (!order || !isEqualText(order.payment.token, token)) throw new PageError('missing')
  return order
}

const getFormId = ({ code }: Order) => `pay ${code}`
