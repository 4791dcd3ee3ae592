import { html } from '#html/html.ts'
import { isPaymentOverdue } from '../orders/lifecycle.ts'
import type { Order } from '../orders/order.ts'
import { type Page, renderDocument, renderMessagePage } from './page.ts'

/**
 * Renders the costs of an order and the button that pays it; without name and address, since its address alone opens
 * it.
 */
export function renderPayPage(page: Page, view: { order: Order; csrfToken: string; now: Date }): string {
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
