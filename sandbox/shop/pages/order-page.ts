import { STATES_OF_STATUSES } from '#contract/order-status.ts'
import { type Html, html } from '#html/html.ts'
import { isRefused, type SentState } from '../keepsake-calls/push.ts'
import type { Order } from '../orders/order.ts'
import type { TextId } from '../texts/texts.ts'
import { type Page, renderDocument } from './page.ts'
import { renderCostList } from './parts.ts'

/** Renders a placed order, its state and the customer's actions. It reloads until Keepsake has the order. */
export function renderOrderPage(page: Page, order: Order, sent: SentState): Html {
  const { text } = page
  const state = getState(order)
  const title = text(TITLE_BY_STATE[state] ?? 'order.title')
  const content = html`<div class="ordered">
${!TITLE_BY_STATE[state] && html`<svg class="tick" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>`}
<h1>${title}</h1>
<p class="code">${text('order.code', { code: order.code })}</p>
${renderPayment(page, order)}
${state !== 'cancelled' && order.payment.state !== 'failed' && renderSentState(page, sent)}
<p>${text(TEXT_BY_STATE[state] ?? 'order.state.ordered')}</p>
${order.state.parcels.map(
  ({ number, carrier }) =>
    html`<a class="plain" href="/tracking/${number}">${text('tracking.parcel', { number, carrier })}</a>`,
)}
<h2 class="visually-hidden">${text('summary')}</h2>
${renderCosts(page, order)}
<h2>${text('order.to')}</h2>
${renderAddress(page, order)}
<p class="secondary">${text('delivery.demo')}</p>
<a class="${order.payment.state === 'paid' ? 'primary' : 'plain'}" href="${page.library}">${text('back-to-photos')}</a>
</div>`
  return renderDocument(page, title, content, { refresh: getSentState(sent) === 'waiting' })
}

type State = (typeof STATES_OF_STATUSES)[keyof typeof STATES_OF_STATUSES]

/** A paid order that was just received is ordered for its customer. */
function getState({ state, payment }: Order): State {
  const displayedState = STATES_OF_STATUSES[state.status]
  return displayedState === 'awaiting-payment' && payment.state === 'paid' ? 'ordered' : displayedState
}

const TITLE_BY_STATE: Partial<Record<State, TextId>> = {
  'payment-failed': 'order.failed.title',
  cancelled: 'order.cancelled.title',
}

const TEXT_BY_STATE: Partial<Record<State, TextId>> = {
  'awaiting-payment': 'order.state.awaiting-payment',
  ordered: 'order.state.ordered',
  'in-production': 'order.state.in-production',
  sent: 'order.state.sent',
  cancelled: 'order.state.cancelled',
  'payment-failed': 'order.state.payment-failed',
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

function renderSentState({ text }: Page, sent: SentState): Html {
  const state = getSentState(sent)
  return html`<p class="${state === 'refused' ? 'alert' : 'notice'}" role="status">${text(`order.${state}`)}</p>`
}

function renderCosts(page: Page, { state }: Order): Html {
  const { amount, currency } = state.total!
  const rows = state.products.map(({ title, quantity, price }) => ({
    label: `${page.number(quantity)} × ${title}`,
    cost: price!,
  }))
  return renderCostList(page, { rows, shipping: state.deliveryCost!, total: amount, currency })
}

function renderAddress(page: Page, { state: { deliveryAddress: to } }: Order): Html | undefined {
  if (!to) return undefined
  const lines = [
    [to.firstName, to.lastName],
    [to.companyName],
    [to.pickupPointName],
    [to.street, to.streetNumber, to.streetNumberAddition],
    [to.postalCode, to.city],
    [page.countryName(to.countryCode)],
    [to.phoneNumber],
  ].map(words => words.filter(Boolean).join(' '))
  return html`<address>${lines.filter(Boolean).map((line, index) => [index > 0 && html`<br>`, line])}</address>`
}
