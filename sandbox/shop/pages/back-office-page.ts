import { type Html, html } from '#html/html.ts'
import type { Assortment } from '../assortment.ts'
import type { BusinessCustomers } from '../business-customers.ts'
import type { Order } from '../orders/order.ts'
import type { TextId } from '../texts/texts.ts'
import { type Page, renderDocument } from './page.ts'

/** Outcomes of the back office’s actions. */
export const BACK_OFFICE_RESULTS = [
  'done',
  'not-possible',
  'sent-twice',
  'older-ignored',
  'older-stored',
  'failed',
] as const
export type BackOfficeResult = (typeof BACK_OFFICE_RESULTS)[number]

export interface BackOfficeView {
  /** With the actions that are possible in the order's state. */
  orders: { order: Order; possibleActions: string[] }[]
  /** All actions, in the sequence of their buttons. */
  actions: string[]
  /** The articles of the shop with their changes. */
  articles: ReturnType<Assortment['list']>
  businessCustomers: ReturnType<BusinessCustomers['list']>
  csrfToken: string
  /** The last order or account a button was pressed for, and the result. */
  lastAction: { order?: string | undefined; result?: BackOfficeResult | undefined }
}

/** Renders all orders with their state, their state in Keepsake, and a button for each action. */
export function renderBackOfficePage(
  page: Page,
  { orders, actions, articles, businessCustomers, csrfToken, lastAction }: BackOfficeView,
): string {
  const { text } = page
  const renderOrder = ({ order, possibleActions: possible }: BackOfficeView['orders'][number]): Html =>
    html`<li id="${order.code}"><h2>${text('order.code', { code: order.code })}</h2>
<p><strong>${order.state.status}</strong> <span class="secondary">${page.dateTime(order.state.createdAt)}</span></p>
<p class="secondary">${formatVersions(page, order)}</p>
${order.code === lastAction.order && lastAction.result && html`<p class="${SUCCESS_RESULTS.has(lastAction.result) ? 'notice' : 'alert'}" role="status">${text(`office.result.${lastAction.result}`)}</p>`}
<form method="post" action="/back-office/${order.code}" class="buttons">
<input type="hidden" name="check" value="${csrfToken}">
${actions.map(
  action =>
    html`<button class="quiet" name="action" value="${action}"${!possible.includes(action) && html` disabled`}>${text(`office.${action}` as TextId)}</button>`,
)}
</form>
<a class="plain" href="/back-office/orders/${order.code}">${text('office.more')}</a></li>`
  const content = html`<h1>${text('office.title')}</h1>
<p class="secondary">${text('office.text')}</p>
<p class="buttons"><a class="plain" href="/back-office/gallery">${text('gallery.title')}</a>
<a class="plain" href="/back-office/complaints">${text('complaints.title')}</a>
<a class="plain" href="/back-office/callbacks">${text('receivers.title')}</a>
<a class="plain" href="/back-office/withdrawals">${text('withdrawals.title')}</a>
<a class="plain" href="/back-office/outbox">${text('outbox.title')}</a>
<a class="plain" href="/back-office/refusals">${text('refusals.title')}</a></p>
${orders.length === 0 && html`<p class="notice">${text('office.none')}</p>`}
<ul class="office">${orders.map(renderOrder)}</ul>
<h2>${text('office.business')}</h2>
${businessCustomers.length === 0 && html`<p class="notice">${text('office.business.none')}</p>`}
<ul class="office">${businessCustomers.map(each => renderCustomer(page, each, { csrfToken, lastAction }))}</ul>
<h2>${text('office.articles')}</h2>
<ul class="office">${articles.map(article => renderArticle(page, article, csrfToken))}</ul>`
  return renderDocument(page, text('office.title'), content)
}

function renderCustomer(
  { text }: Page,
  { accountId, customer }: BackOfficeView['businessCustomers'][number],
  { csrfToken, lastAction }: Pick<BackOfficeView, 'csrfToken' | 'lastAction'>,
): Html {
  const { details, decision } = customer
  const button = (status: 'Active' | 'Blocked') =>
    html`<button class="quiet" name="action" value="${status}"${decision?.status === status && decision.isAcknowledged && html` disabled`}>${text(`office.business.${status}`)}</button>`
  return html`<li id="${accountId}"><h3>${details.companyName}</h3>
<p><strong>${decision?.status ?? text('office.business.undecided')}</strong></p>
<p class="secondary">${details.vatNumber}${details.vatNumberWarning && html` · ${text('office.business.vat-warning')}`} · ${details.registrationNumber} · ${details.contactFirstName} ${details.contactLastName} · ${details.invoiceEmail}</p>
${accountId === lastAction.order && lastAction.result && html`<p class="${SUCCESS_RESULTS.has(lastAction.result) ? 'notice' : 'alert'}" role="status">${text(`office.result.${lastAction.result}`)}</p>`}
<form method="post" action="/back-office/customers/${encodeURIComponent(accountId)}" class="buttons">
<input type="hidden" name="check" value="${csrfToken}">
${button('Active')}${button('Blocked')}
</form></li>`
}

function renderArticle(
  page: Page,
  { code, change }: BackOfficeView['articles'][number],
  csrfToken: string,
): Html {
  const { text, prices } = page
  const isChanged = change.isWithdrawn || change.raises > 0
  const button = (action: 'raise-price' | 'withdraw' | 'restore', isPossible: boolean) =>
    html`<button class="quiet" name="action" value="${action}"${!isPossible && html` disabled`}>${text(`office.${action}`)}</button>`
  return html`<li id="${code}"><h3>${code}</h3>
<p class="secondary">${page.price(prices.getUnitPrice(code), prices.currency)}${change.isWithdrawn && html` · ${text('office.withdrawn')}`}</p>
<form method="post" action="/back-office/articles/${code}" class="buttons">
<input type="hidden" name="check" value="${csrfToken}">
${button('raise-price', !change.isWithdrawn && change.raises < 20)}${button('withdraw', !change.isWithdrawn)}${button('restore', isChanged)}
</form></li>`
}

const SUCCESS_RESULTS: ReadonlySet<BackOfficeResult> = new Set(['done', 'sent-twice', 'older-ignored'])

function formatVersions({ text }: Page, { state, sync }: Order): string {
  const { acknowledgedVersion, problem } = sync.order
  const versionValues = { version: state.version, acknowledged: acknowledgedVersion }
  return problem
    ? text('office.problem', { ...versionValues, status: problem.status })
    : text('office.versions', versionValues)
}
