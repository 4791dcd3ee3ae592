import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createChannelPage, HTML } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { PageError } from '../page-error.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from '../visitor.ts'
import { ORDER_FORMS, type OrderForm } from './order-actions.ts'
import { renderOrderOffice } from './order-office-page.ts'

const FORM = 'order-office'

const query = z.object({ result: z.enum(['done', 'not-possible']).optional().catch(undefined) })

/** Mounts the page of one order in back office, with forms that delay, stop, deliver, lose and refund it. */
export function mountOrderOffice(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { code: string } }>('/back-office/orders/:code', async (request, reply) => {
    const order = await shop.orders.find(request.params.code)
    if (!order) throw new PageError('missing')
    const csrfToken = createCsrfToken(shop, FORM, ensureVisitor(request, reply))
    const { result } = query.parse(request.query)
    return reply.type(HTML).send(renderOrderOffice(createChannelPage(shop, ''), { order, csrfToken, result }))
  })

  app.post<{ Params: { code: string; form: string } }>(
    '/back-office/orders/:code/:form',
    async (request, reply) => {
      const fields = (request.body ?? {}) as Record<string, unknown>
      requireSameOrigin(shop, request, FORM, readVisitor(request) ?? '', fields.check)
      const { code, form } = request.params
      if (!isForm(form)) throw new PageError('missing')
      const moment = { now: shop.now(), origin: shop.config.origin }
      let isChanged = false
      const order = await shop.orders.change(code, before => {
        const after = ORDER_FORMS[form].apply(before, fields, moment)
        isChanged = after !== before
        return after
      })
      if (!order) throw new PageError('missing')
      return reply.redirect(`/back-office/orders/${code}?result=${isChanged ? 'done' : 'not-possible'}`, 303)
    },
  )
}

const isForm = (name: string): name is OrderForm => Object.hasOwn(ORDER_FORMS, name)
