import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createChannelPage, HTML } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { PageError } from '../page-error.ts'
import { RECEIVER_RESULTS, type ReceiverResult, renderReceiversPage } from '../pages/receivers-page.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from '../visitor.ts'
import { BEHAVIOURS, createReceiver, RECEIVER_NAME, SIGNING_SECRET } from './receivers.ts'

const FORM = 'receivers'
const PATH = '/back-office/callbacks'

const query = z.object({
  receiver: z.string().optional().catch(undefined),
  result: z.enum(RECEIVER_RESULTS).optional().catch(undefined),
})
const receiverForm = z.object({ check: z.string(), name: z.string().max(200) })
const receiverChangeForm = z.union([
  z.object({ check: z.string(), secret: z.string().max(200) }),
  z.object({ check: z.string(), behaviour: z.enum(BEHAVIOURS) }),
])

/**
 * Mounts the page of the receivers with their callbacks, their secrets, and buttons that make them fail; a part of the
 * back office.
 */
export function mountReceivers(app: FastifyInstance, shop: Shop): void {
  const { receivers } = shop
  app.get(PATH, async (request, reply) => {
    const csrfToken = createCsrfToken(shop, FORM, ensureVisitor(request, reply))
    return reply.type(HTML).send(
      renderReceiversPage(createChannelPage(shop, ''), {
        receivers: (await receivers.list()).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        createAddress: name => `${shop.config.origin}/callbacks/${name}`,
        csrfToken,
        lastAction: query.parse(request.query),
      }),
    )
  })

  app.post(PATH, async (request, reply) => {
    const { data } = receiverForm.safeParse(request.body)
    if (!data) throw new PageError('missing')
    requireSameOrigin(shop, request, FORM, readVisitor(request) ?? '', data.check)
    const name = data.name.trim().toLowerCase()
    if (!RECEIVER_NAME.test(name)) return reply.redirect(createResultAddress('', 'wrong-name'), 303)
    await receivers.add(createReceiver(name))
    return reply.redirect(createResultAddress(name, 'done'), 303)
  })

  app.post<{ Params: { name: string } }>(`${PATH}/:name`, async (request, reply) => {
    const { data } = receiverChangeForm.safeParse(request.body)
    const { name } = request.params
    if (!data || !(await receivers.find(name))) throw new PageError('missing')
    requireSameOrigin(shop, request, FORM, readVisitor(request) ?? '', data.check)
    const change = 'secret' in data ? { secret: data.secret.trim() } : { behaviour: data.behaviour }
    if (change.secret !== undefined && !SIGNING_SECRET.test(change.secret))
      return reply.redirect(createResultAddress(name, 'wrong-secret'), 303)
    await receivers.change(name, before => ({ ...before, ...change }))
    return reply.redirect(createResultAddress(name, 'done'), 303)
  })
}

/** Creates the address of the page with the result at the receiver. */
const createResultAddress = (name: string, result: ReceiverResult) =>
  `${PATH}?${new URLSearchParams({ receiver: name, result })}#${name}`
