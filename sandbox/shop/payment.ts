import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Html, html } from '#html/html.ts'
import { createChannelPage } from './brand-page.ts'
import type { Shop } from './context.ts'
import { cancel, failPayment, isPaymentOverdue, pay, release } from './orders/lifecycle.ts'
import type { Order } from './orders/order.ts'
import { PageError } from './page-error.ts'
import { type Page, renderDocument, renderMessagePage } from './pages/page.ts'
import { isEqualText } from './visitor.ts'

/** What a page asks the customer of an order; without buttons there is nothing to answer any more. */
interface Question {
  title: string
  text: string | undefined
  alert?: string | undefined
  buttons?: readonly { value: string; label: string }[]
  hint?: string
}

/** A page of one order, with a form. */
interface SecretPage {
  describe(page: Page, order: Order, now: Date): Question
  /** Changes the order by the answer. */
  change(order: Order, answer: unknown, now: Date, origin: string): Order
}

/** By the beginnings of their addresses. */
const SECRET_PAGES: Record<string, SecretPage> = {
  /** The customer pays, until the order is paid or cancelled. */
  pay: {
    describe(page, order, now) {
      const { code, state, payment } = order
      const { text } = page
      const say = (name: 'done' | 'over') => ({
        title: text(`pay.${name}.title`),
        text: text(`pay.${name}.text`, { code }),
      })
      if (payment.state === 'paid') return say('done')
      if (state.status === 'Cancelled' || isPaymentOverdue(order, now)) return say('over')
      const price = page.price(state.total!.amount, state.total!.currency)
      return {
        title: text('pay.title'),
        text: text('pay.until', { price, time: page.dateTime(state.paymentExpiresAt!) }),
        alert: payment.state === 'failed' ? text('pay.failed') : undefined,
        buttons: [
          { value: 'success', label: text('pay.pay', { price }) },
          { value: 'failure', label: text('pay.fail') },
        ],
        hint: text('delivery.demo'),
      }
    },
    change(order, answer, now, origin) {
      if (order.payment.state === 'paid') return order
      return answer === 'failure' ? failPayment(order, now, origin) : pay(order, now, origin)
    },
  },
  /** The customer of a stopped order answers: it is made as it is, or cancelled. */
  answer: {
    describe({ text }, { state: { notice } }) {
      if (notice?.kind !== 'hold') return { title: text('answer.done.title'), text: text('answer.done.text') }
      const buttons = (['go-on', 'cancel'] as const).map(value => ({ value, label: text(`answer.${value}`) }))
      return { title: text('answer.title'), text: notice.text, buttons }
    },
    change(order, answer, now) {
      if (order.state.notice?.kind !== 'hold') return order
      return answer === 'cancel' ? cancel(order, now) : release(order, now)
    },
  },
}

/** Mounts the pages to pay an order, and to answer a question about it: a secret address opens each in any browser. */
export function mountSecretPages(app: FastifyInstance, shop: Shop): void {
  for (const [name, { describe, change }] of Object.entries(SECRET_PAGES)) {
    const requireOrder = ({ params }: FastifyRequest) => {
      const { code, token } = params as { code: string; token: string }
      const order = shop.orders.find(code)
      if (!order || !isEqualText(order.payment.token, token)) throw new PageError('missing')
      return order
    }
    app.get(`/${name}/:code/:token`, async request => {
      const order = requireOrder(request)
      const page = createChannelPage(shop, order.channel, order.libraryUrl)
      return renderQuestion(page, order.code, describe(page, order, shop.now()))
    })
    app.post(`/${name}/:code/:token`, async (request, reply) => {
      const order = requireOrder(request)
      const { answer } = (request.body ?? {}) as Record<string, unknown>
      shop.orders.change(order.code, before => change(before, answer, shop.now(), shop.config.origin))
      return reply.redirect(`/${name}/${order.code}/${order.payment.token}`, 303)
    })
  }
}

/** Renders a question without name and address, since the page's address alone opens it. */
function renderQuestion(page: Page, code: string, { title, text, alert, buttons, hint }: Question): Html {
  if (!buttons) return renderMessagePage(page, { title, text: text ?? '' })
  const content = html`<div class="message"><h1>${title}</h1>
<p class="code">${page.text('order.code', { code })}</p>
${alert && html`<p class="alert" role="alert">${alert}</p>`}
<p>${text}</p>
<form method="post" class="buttons">${buttons.map(
    ({ value, label }, index) =>
      html`<button class="${index === 0 ? 'primary' : 'quiet'}" name="answer" value="${value}">${label}</button>\n`,
  )}</form>
${hint && html`<p class="secondary">${hint}</p>`}
</div>`
  return renderDocument(page, title, content)
}
