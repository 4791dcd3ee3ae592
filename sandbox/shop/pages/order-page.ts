import { STATES_OF_STATUSES } from '#contract/order-status.ts'
import { type Html, html } from '#html/html.ts'
import { isRefused, type SentState } from '../keepsake-calls/push.ts'
import type { Order } from '../orders/order.ts'
import type { TextId } from '../texts/texts.ts'
import { type Page, renderDocument } from './page.ts'

/** Renders a placed order: its payment, whether Keepsake has it, and its parcels. It reloads until Keepsake has the order. */
export function renderOrderPage(page: Page, order: Order, sent: SentState): Html {
  const { text } = page
  const { code, payment, state } = order
  const title = text(TITLE_BY_STATE[STATES_OF_STATUSES[state.status]] ?? 'order.title')
  const isSent = state.status !== 'Cancelled' && payment.state !== 'failed'
  const sentState = getSentState(sent)
  const content = html`<div class="ordered"><h1>${title}</h1>
<p class="code">${text('order.code', { code })}</p>
${renderPayment(page, order)}
${isSent && html`<p class="${sentState === 'refused' ? 'alert' : 'notice'}" role="status">${text(`order.${sentState}`)}</p>`}
${state.parcels.map(
  ({ number, carrier }) =>
    html`<a class="plain" href="/tracking/${number}">${text('tracking.parcel', { number, carrier })}</a>`,
)}
<p class="secondary">${text('delivery.demo')}</p>
<a class="${payment.state === 'paid' ? 'primary' : 'plain'}" href="${page.library}">${text('back-to-photos')}</a>
</div>`
  return renderDocument(page, title, content, { refresh: sentState === 'waiting' })
}

const TITLE_BY_STATE: Partial<Record<string, TextId>> = {
  'payment-failed': 'order.failed.title',
  cancelled: 'order.cancelled.title',
}

function renderPayment({ text, dateTime, price }: Page, { code, state, payment }: Order): Html | undefined {
  if (payment.state === 'paid' || !state.paymentExpiresAt) return undefined
  const cost = price(state.total!.amount, state.total!.currency)
  return html`<p class="${payment.state === 'failed' ? 'alert' : 'notice'}">${text('pay.until', { price: cost, time: dateTime(state.paymentExpiresAt) })}</p>
<a class="primary" href="/pay/${code}/${payment.token}">${text('pay.title')}</a>`
}

/** Whether Keepsake has the order, will have it, or refused it. */
function getSentState(sent: SentState): 'told' | 'waiting' | 'refused' {
  if (sent.acknowledged !== undefined) return 'told'
  return isRefused(sent) ? 'refused' : 'waiting'
}
