import type { FastifyInstance } from 'fastify'
import { html } from '#html/html.ts'
import { createChannelPage, HTML } from './brand-page.ts'
import type { Shop } from './context.ts'
import { cancel, failPayment, isPaymentOverdue, pay, release } from './orders/lifecycle.ts'
import type { Order } from './orders/order.ts'
import { PageError } from './page-error.ts'
import { type Page, renderDocument, renderMessagePage } from './pages/page.ts'
import { createCsrfToken, ensureVisitor, isEqualText, readVisitor, requireSameOrigin } from './visitor.ts'

/** An address that opens an order in any browser. */
interface SecretOrder {
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
    shop.orders.change(order.code, before =>
      before.payment.state === 'paid' ? before : applyResult(before, shop.now(), shop.config.origin),
    )
    return reply.redirect(`/pay/${order.code}/${order.payment.token}`, 303)
  })
}

/** Finds the order of an address with its secret token; a page error without it. */
async function requireSecretOrder({ orders }: Shop, { code, token }: SecretOrder['Params']): Promise<Order> {
  const order = orders.find(code)
  if (!order || !isEqualText(order.payment.token, token)) throw new PageError('missing')
  return order
}

const getFormId = ({ code }: Order) => `pay ${code}`

/** Mounts the page on which the customer of a stopped order answers: it is made as it is, or cancelled. */
export function mountAnswers(app: FastifyInstance, shop: Shop): void {
  app.get<SecretOrder>('/answer/:code/:token', async (request, reply) => {
    const order = await requireSecretOrder(shop, request.params)
    const csrfToken = createCsrfToken(shop, getAnswerFormId(order), ensureVisitor(request, reply))
    const page = createChannelPage(shop, order.channel, order.libraryUrl)
    return reply.type(HTML).send(renderAnswerPage(page, { order, csrfToken }))
  })

  app.post<SecretOrder>('/answer/:code/:token', async (request, reply) => {
    const order = await requireSecretOrder(shop, request.params)
    const { check, answer } = (request.body ?? {}) as Record<string, unknown>
    requireSameOrigin(shop, request, getAnswerFormId(order), readVisitor(request) ?? '', check)
    const apply = answer === 'cancel' ? cancel : release
    shop.orders.change(order.code, before =>
      before.state.notice?.kind === 'hold' ? apply(before, shop.now()) : before,
    )
    return reply.redirect(`/answer/${order.code}/${order.payment.token}`, 303)
  })
}

const getAnswerFormId = ({ code }: Order) => `answer ${code}`

/** Renders what the shop asks about a stopped order; without name and address, since its address alone opens it. */
function renderAnswerPage(page: Page, { order, csrfToken }: { order: Order; csrfToken: string }): string {
  const { text } = page
  const { notice } = order.state
  if (notice?.kind !== 'hold')
    return renderMessagePage(page, { title: text('answer.done.title'), text: text('answer.done.text') })
  const content = html`<div class="message"><h1>${text('answer.title')}</h1>
<p class="code">${text('order.code', { code: order.code })}</p>
<p>${notice.text}</p>
<form method="post" class="buttons">
<input type="hidden" name="check" value="${csrfToken}">
<button class="primary" name="answer" value="go-on">${text('answer.go-on')}</button>
<button class="quiet" name="answer" value="cancel">${text('answer.cancel')}</button>
</form>
</div>`
  return renderDocument(page, text('answer.title'), content)
}

/**
 * Renders the costs of an order and the button that pays it; without name and address, since its address alone opens
 * it.
 */
function renderPayPage(page: Page, view: { order: Order; csrfToken: string; now: Date }): string {
  const { text } = page
  const { order, csrfToken, now } = view
  const { state, payment } = order
  if (payment.state !== 'paid' && (state.status === 'Cancelled' || isPaymentOverdue(order, now)))
    return renderMessagePage(page, {
      title: text('pay.over.title'),
      text: text('pay.over.text', { code: order.code }),
    })
  if (payment.state === 'paid')
    return renderMessagePage(page, {
      title: text('pay.done.title'),
      text: text('pay.done.text', { code: order.code }),
    })
  const price = page.price(state.total!.amount, state.total!.currency)
  const content = html`<div class="message"><h1>${text('pay.title')}</h1>
<p class="code">${text('order.code', { code: order.code })}</p>
${payment.state === 'failed' && html`<p class="alert" role="alert">${text('pay.failed')}</p>`}
<p>${text('pay.until', { price, time: page.dateTime(state.paymentExpiresAt!) })}</p>
<form method="post" class="buttons">
<input type="hidden" name="check" value="${csrfToken}">
<button class="primary" name="result" value="success">${text('pay.pay', { price })}</button>
<button class="quiet" name="result" value="failure">${text('pay.fail')}</button>
</form>
<p class="secondary">${text('delivery.demo')}</p>
</div>`
  return renderDocument(page, text('pay.title'), content)
}
