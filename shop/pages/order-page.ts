import { type Html, html } from '#html/html.ts'
import type { Order } from '../orders/order.ts'
import { isRefused } from '../orders/order-sync.ts'
import { costs } from './editor-page.ts'
import { type Page, renderDocument } from './page.ts'

/** A placed order. The page reloads periodically until Keepsake has acknowledged it. */
export function orderPage(page: Page, order: Order): string {
  const { text } = page
  const told = toldOf(order)
  const content = html`<div class="ordered">
<svg class="tick" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>
<h1>${text('order.title')}</h1>
<p class="code">${text('order.code', { code: order.code })}</p>
<p class="${told === 'refused' ? 'alert' : 'notice'}" role="status">${text(`order.${told}`)}</p>
<h2 class="visually-hidden">${text('summary')}</h2>
${costs(page, order.lines)}
<h2>${text('order.to')}</h2>
${address(page, order)}
<p class="secondary">${text('delivery.demo')}</p>
<a class="primary" href="${page.library}">${text('back-to-photos')}</a>
</div>`
  return renderDocument(page, text('order.title'), content, { refresh: told === 'waiting' })
}

/** What the customer reads about the library: it has the order, will have it, or refused it. */
function toldOf({ sync }: Order): 'told' | 'waiting' | 'refused' {
  if (sync.order.acknowledgedVersion > 0) return 'told'
  return isRefused(sync.order) ? 'refused' : 'waiting'
}

function address(page: Page, { state: { deliveryAddress: to } }: Order): Html | undefined {
  if (!to) return undefined
  const lines = [
    [to.firstName, to.lastName],
    [to.pickupPointName],
    [to.street, to.streetNumber, to.streetNumberAddition],
    [to.postalCode, to.city],
    [page.countryName(to.countryCode)],
    [to.phoneNumber],
  ].map(words => words.filter(Boolean).join(' '))
  return html`<address>${lines.filter(Boolean).map((line, index) => [index > 0 && html`<br>`, line])}</address>`
}
