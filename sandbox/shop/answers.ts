import type { FastifyInstance } from 'fastify'
import { createChannelPage, HTML } from './brand-page.ts'
import type { Shop } from './context.ts'
import { cancel } from './orders/lifecycle.ts'
import { release } from './orders/notices.ts'
import type { Order } from './orders/order.ts'
import { renderAnswerPage } from './pages/answer-page.ts'
import { requireSecretOrder, type SecretOrder } from './payment.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from './visitor.ts'

/** Mounts the page on which the customer of a stopped order answers: it is made as it is, or cancelled. */
export function mountAnswers(app: FastifyInstance, shop: Shop): void {
  app.get<SecretOrder>('/answer/:code/:token', async (request, reply) => {
    const order = await requireSecretOrder(shop, request.params)
    const csrfToken = createCsrfToken(shop, getFormId(order), ensureVisitor(request, reply))
    const page = createChannelPage(shop, order.channel, order.libraryUrl)
    return reply.type(HTML).send(renderAnswerPage(page, { order, csrfToken }))
  })

  app.post<SecretOrder>('/answer/:code/:token', async (request, reply) => {
    const order = await requireSecretOrder(shop, request.params)
    const { check, answer } = (request.body ?? {}) as Record<string, unknown>
    requireSameOrigin(shop, request, getFormId(order), readVisitor(request) ?? '', check)
    const apply = answer === 'cancel' ? cancel : release
    await shop.orders.change(order.code, before =>
      before.state.notice?.kind === 'hold' ? apply(before, shop.now()) : before,
    )
    return reply.redirect(`/answer/${order.code}/${order.payment.token}`, 303)
  })
}

const getFormId = ({ code }: Order) => `answer ${code}`
