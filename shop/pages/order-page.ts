import { html } from '#html/html.ts'
import type { Order, OrderState } from '../orders.ts'
import { costs } from './editor-page.ts'
import { type Page, renderDocument } from './page.ts'

/** A placed order. The page reloads periodically until Keepsake has acknowledged it. */
export function orderPage(page: Page, { order, state }: { order: Order; state: OrderState }): string {
  const { text } = page
  const to = order.sent.deliveryAddress!
  const content = html`<div class="ordered">
<svg class="tick" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>
<h1>${text('order.title')}</h1>
<p class="code">${text('order.code', { code: order.code })}</p>
<p class="${state === 'refused' ? 'alert' : 'notice'}" role="status">${text(`order.${state}`)}</p>
<h2 class="visually-hidden">${text('summary')}</h2>
${costs(page, order.lines)}
<h2>${text('order.to')}</h2>
<address>${to.lastName}<br>${to.street} ${to.streetNumber}<br>${to.postalCode} ${to.city}<br>${page.countryName(to.countryCode)}</address>
<p class="secondary">${text('delivery.demo')}</p>
<a class="primary" href="${page.library}">${text('back-to-photos')}</a>
</div>`
  return renderDocument(page, text('order.title'), content, { refresh: state === 'waiting' })
}
