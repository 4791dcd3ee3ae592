import { DELAY_REASONS, HOLD_REASONS } from '#contract/order-notice.ts'
import { REFUND_REASONS } from '#contract/refunds.ts'
import { type Html, html } from '#html/html.ts'
import { ORDER_DOCUMENTS, type Order } from '../orders/order.ts'
import { type Page, renderDocument } from '../pages/page.ts'
import { DELIVERIES, type OrderForm } from './order-actions.ts'

interface OrderOfficeView {
  order: Order
  csrfToken: string
  /** The result of the last form. */
  result: 'done' | 'not-possible' | undefined
}

/** Renders what is reported about an order, and a form for each thing that can be done with it. */
export function renderOrderOffice(page: Page, view: OrderOfficeView): string {
  const { text } = page
  const { order, result } = view
  const { state } = order
  const title = text('order.code', { code: order.code })
  const form = createForms(page, view)
  const content = html`<h1>${title}</h1>
<p><strong>${state.status}</strong> <span class="secondary">${page.dateTime(state.createdAt)}</span></p>
<ul class="secondary">${state.products.map(({ title, quantity }) => html`<li>${page.number(quantity)} × ${title}</li>`)}</ul>
${result && html`<p class="${result === 'done' ? 'notice' : 'alert'}" role="status">${text(`office.result.${result}`)}</p>`}
<ul class="office forms">
${form('delay', [renderReasons(page, 'delay', DELAY_REASONS), renderWords(page, 'delay'), renderNumber(page, 'delay', 'from', 3), renderNumber(page, 'delay', 'to', 5)])}
${form('hold', [renderReasons(page, 'hold', HOLD_REASONS), renderWords(page, 'hold'), html`<label class="choice"><input type="checkbox" name="asks" value="yes" checked><span>${text('office.field.asks')}</span></label>`])}
${form('release')}
${form('end-payment')}
${form('cancel-until', [renderNumber(page, 'cancel-until', 'minutes', 5)])}
${form('send-first')}
${form('deliver', [], renderDeliveries(page))}
${form('lose', [renderNumber(page, 'lose', 'days', 4)])}
${form('refund', [renderAmount(page, order), renderReasons(page, 'refund', REFUND_REASONS), renderStates(page)])}
${form('document', [renderDocuments(page)])}
</ul>
<p><a class="plain" href="/back-office#${order.code}">${text('office.title')}</a></p>`
  return renderDocument(page, title, content)
}

/** Returns a function that renders a form with its fields, and its button if it has no others. */
const createForms =
  ({ text }: Page, { order, csrfToken }: OrderOfficeView) =>
  (name: OrderForm, fields: readonly Html[] = [], buttons?: readonly Html[]): Html =>
    html`<li><h2>${text(`office.form.${name}`)}</h2>
<form method="post" action="/back-office/orders/${order.code}/${name}" class="office-form">
<input type="hidden" name="check" value="${csrfToken}">
${fields}
<p class="buttons">${buttons ?? (name !== 'deliver' && html`<button class="quiet">${text(`office.do.${name}`)}</button>`)}</p>
</form></li>`

const renderDeliveries = ({ text }: Page): Html[] =>
  DELIVERIES.map(
    how => html`<button class="quiet" name="how" value="${how}">${text(`office.do.deliver-${how}`)}</button>`,
  )

const renderField = ({ text }: Page, form: OrderForm, name: FieldName, control: Html): Html =>
  html`<div class="field"><label for="${form}-${name}">${text(`office.field.${name}`)}</label>
${control}</div>`

type FieldName = 'reason' | 'text' | 'from' | 'to' | 'minutes' | 'days' | 'amount' | 'state' | 'kind'

const renderReasons = (page: Page, form: OrderForm, reasons: readonly string[]): Html =>
  renderField(
    page,
    form,
    'reason',
    html`<select id="${form}-reason" name="reason">${reasons.map(each => html`<option>${each}</option>`)}</select>`,
  )

const renderWords = (page: Page, form: OrderForm): Html =>
  renderField(page, form, 'text', html`<input id="${form}-text" name="text" maxlength="300">`)

const renderNumber = (page: Page, form: OrderForm, name: FieldName, value: number): Html =>
  renderField(
    page,
    form,
    name,
    html`<input id="${form}-${name}" name="${name}" type="number" step="1" required value="${value}">`,
  )

const renderAmount = (page: Page, { state }: Order): Html =>
  renderField(
    page,
    'refund',
    'amount',
    html`<input id="refund-amount" name="amount" type="number" min="0.01" step="0.01" required value="${((state.total?.amount ?? 0) / 100).toFixed(2)}">`,
  )

const renderStates = (page: Page): Html =>
  renderField(
    page,
    'refund',
    'state',
    html`<select id="refund-state" name="state"><option value="paid">${page.text('office.refund.paid')}</option><option value="announced">${page.text('office.refund.announced')}</option></select>`,
  )

const renderDocuments = (page: Page): Html =>
  renderField(
    page,
    'document',
    'kind',
    html`<select id="document-kind" name="kind">${ORDER_DOCUMENTS.map(each => html`<option value="${each}">${page.text(`office.document.${each}`)}</option>`)}</select>`,
  )
