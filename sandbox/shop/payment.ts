import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Html, html } from '#html/html.ts'
import { createChannelPage } from './brand-page.ts'
import type { Shop } from './context.ts'
import { cancel, failPayment, isPaymentOverdue, pay, release } from './orders/lifecycle.ts'
import type { Order } from './orders/order.ts'
import { PageError } from './page-error.ts'
import { type Page, renderDocument, renderMessagePage } from './pages/page.ts'
import { isEqualText } from './visitor.ts'

/** A page of one order, with a form. */
interface SecretPage {
  render(page: Page, view: { order: Order; now: Date }): Html
  /** Changes the order by the fields of the form. */
  change(order: Order, fields: Record<string, unknown>, now: Date, origin: string): Order
}

/** By the beginnings of their addresses. */
const SECRET_PAGES: Record<string, SecretPage> = {
  /** The customer pays, until the order is paid or cancelled. */
  pay: {
    render: renderPayPage,
    change(order, { result }, now, origin) {
      if (order.payment.state === 'paid') return order
      return result === 'failure' ? failPayment(order, now, origin) : pay(order, now, origin)
    },
  },
  /** The customer of a stopped order answers: it is made as it is, or cancelled. */
  answer: {
    render: renderAnswerPage,
    change(order, { answer }, now) {
      if (order.state.notice?.kind !== 'hold') return order
      return answer === 'cancel' ? cancel(order, now) : release(order, now)
    },
  },
}

/** Mounts the pages to pay an order, and to answer a question about it: a secret address opens each in any browser. */
export function mountSecretPages(app: FastifyInstance, shop: Shop): void {
  for (const [name, { render, change }] of Object.entries(SECRET_PAGES)) {
    const requireOrder = ({ params }: FastifyRequest) => {
      const { code, token } = params as { code: string; token: string }
      const order = shop.orders.find(code)
      if (!order || !isEqualText(order.payment.token, token)) throw new PageError('missing')
      return order
    }
    app.get(`/${name}/:code/:token`, async request => {
      const order = requireOrder(request)
      const page = createChannelPage(shop, order.channel, order.libraryUrl)
      return render(page, { order, now: shop.now() })
    })
    app.post(`/${name}/:code/:token`, async (request, reply) => {
      const order = requireOrder(request)
      const fields = (request.body ?? {}) as Record<string, unknown>
      shop.orders.change(order.code, before => change(before, fields, shop.now(), shop.config.origin))
      return reply.redirect(`/${name}/${order.code}/${order.payment.token}`, 303)
    })
  }
}

/** Renders what the shop asks about a stopped order; without name and address, since its address alone opens it. */
function renderAnswerPage(page: Page, { order }: { order: Order }): Html {
  const { text } = page
  const { notice } = order.state
  if (notice?.kind !== 'hold')
    return renderMessagePage(page, { title: text('answer.done.title'), text: text('answer.done.text') })
  const content = html`<div class="message"><h1>${text('answer.title')}</h1>
<p class="code">${text('order.code', { code: order.code })}</p>
<p>${notice.text}</p>
<form method="post" class="buttons">
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
function renderPayPage(page: Page, view: { order: Order; now: Date }): Html {
  const { text } = page
  const { order, now } = view
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
<button class="primary" name="result" value="success">${text('pay.pay', { price })}</button>
<button class="quiet" name="result" value="failure">${text('pay.fail')}</button>
</form>
<p class="secondary">${text('delivery.demo')}</p>
</div>`
  return renderDocument(page, text('pay.title'), content)
}
