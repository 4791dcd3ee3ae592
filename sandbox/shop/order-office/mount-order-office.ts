import { addDays } from 'date-fns/addDays'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DELAY_REASONS, HOLD_REASONS } from '#contract/order-notice.ts'
import { REFUND_REASONS, REFUND_STATES } from '#contract/refunds.ts'
import { type Html, html } from '#html/html.ts'
import { createChannelPage, HTML } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { deliver, lose, makeReady, sendFirst } from '../orders/delivery.ts'
import { announceDelay, announceHold, endPayment, release, setCancelEnd } from '../orders/lifecycle.ts'
import { refund } from '../orders/money.ts'
import { ORDER_DOCUMENTS, type Order } from '../orders/order.ts'
import { PageError } from '../page-error.ts'
import { type Page, renderDocument } from '../pages/page.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from '../visitor.ts'

const FORM = 'order-office'

const query = z.object({ result: z.enum(['done', 'not-possible']).optional().catch(undefined) })

/** Mounts the page of one order in back office, with forms that delay, stop, deliver, lose and refund it. */
export function mountOrderOffice(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { code: string } }>('/back-office/orders/:code', async (request, reply) => {
    const order = await shop.orders.find(request.params.code)
    if (!order) throw new PageError('missing')
    const csrfToken = createCsrfToken(shop, FORM, ensureVisitor(request, reply))
    const { result } = query.parse(request.query)
    return reply.type(HTML).send(renderOrderOffice(createChannelPage(shop, ''), { order, csrfToken, result }))
  })

  app.post<{ Params: { code: string; form: string } }>(
    '/back-office/orders/:code/:form',
    async (request, reply) => {
      const fields = (request.body ?? {}) as Record<string, unknown>
      requireSameOrigin(shop, request, FORM, readVisitor(request) ?? '', fields.check)
      const { code, form } = request.params
      if (!isForm(form)) throw new PageError('missing')
      const moment = { now: shop.now(), origin: shop.config.origin }
      let isChanged = false
      const order = await shop.orders.change(code, before => {
        const after = ORDER_FORMS[form].apply(before, fields, moment)
        isChanged = after !== before
        return after
      })
      if (!order) throw new PageError('missing')
      return reply.redirect(`/back-office/orders/${code}?result=${isChanged ? 'done' : 'not-possible'}`, 303)
    },
  )
}

const isForm = (name: string): name is OrderForm => Object.hasOwn(ORDER_FORMS, name)

interface Moment {
  now: Date
  /** Origin of the shop's own pages. */
  origin: string
}

interface OrderAction {
  /** Changes the order by the fields of the action's form; the same order when that is not possible in its state. */
  apply(order: Order, fields: Record<string, unknown>, moment: Moment): Order
}

/** Creates an action of a form; invalid fields change nothing. */
const action = <F extends z.ZodType>(
  form: F,
  apply: (order: Order, fields: z.output<F>, moment: Moment) => Order,
): OrderAction => ({
  apply(order, fields, moment) {
    const { data, success } = form.safeParse(fields)
    return success ? apply(order, data, moment) : order
  },
})

/** How parcels arrive, in the sequence of the buttons. */
const DELIVERIES = ['now', 'earlier', 'neighbour', 'ready'] as const

const NO_FIELDS = z.object({})
const words = z.string().trim().max(300).default('')
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** What back office can do with an order beside moving it, by the names of the forms. */
const ORDER_FORMS = {
  delay: action(
    z.object({
      reason: z.enum(DELAY_REASONS),
      text: words,
      from: wholeNumber(-60, 90),
      to: wholeNumber(-60, 90),
    }),
    (order, { reason, text, from, to }, { now }) =>
      announceDelay(order, { reason, text, days: { from: Math.min(from, to), to: Math.max(from, to) } }, now),
  ),
  hold: action(
    z.object({ reason: z.enum(HOLD_REASONS), text: words, asks: z.string().optional() }),
    (order, { reason, text, asks }, moment) =>
      announceHold(order, { reason, text, asks: asks === 'yes' }, moment),
  ),
  release: action(NO_FIELDS, (order, _, { now }) => release(order, now)),
  'end-payment': action(NO_FIELDS, (order, _, { now }) => endPayment(order, now)),
  'cancel-until': action(z.object({ minutes: wholeNumber(0, 100_000) }), (order, { minutes }, { now }) =>
    setCancelEnd(order, now, minutes),
  ),
  'send-first': action(NO_FIELDS, (order, _, { now, origin }) => sendFirst(order, now, origin)),
  deliver: action(z.object({ how: z.enum(DELIVERIES) }), (order, { how }, { now }) =>
    DELIVERY_BY_NAME[how](order, now),
  ),
  lose: action(z.object({ days: wholeNumber(1, 1000) }), (order, { days }, { now }) =>
    lose(order, now, days),
  ),
  refund: action(
    z.object({
      amount: z.coerce.number().positive().max(1_000_000),
      reason: z.enum(REFUND_REASONS),
      state: z.enum(REFUND_STATES),
    }),
    (order, { amount, ...rest }, { now }) =>
      refund(order, { amount: Math.round(amount * 100), ...rest }, now),
  ),
  document: action(z.object({ kind: z.enum(ORDER_DOCUMENTS) }), (order, { kind }) => issue(order, kind)),
} as const satisfies Record<string, OrderAction>
type OrderForm = keyof typeof ORDER_FORMS

const DELIVERY_BY_NAME: Record<(typeof DELIVERIES)[number], (order: Order, now: Date) => Order> = {
  now: (order, now) => deliver(order, now),
  earlier: (order, now) => deliver(order, now, { at: addDays(now, -3) }),
  neighbour: (order, now) => deliver(order, now, { to: 'neighbour' }),
  ready: (order, now) => makeReady(order, now),
}

/** Has a document issued: the receipt of a paid order, or the credit note of one with a receipt. */
function issue(order: Order, kind: (typeof ORDER_DOCUMENTS)[number]): Order {
  const { documents = [], payment, state } = order
  const isPossible =
    kind === 'receipt'
      ? payment.state === 'paid' && state.deliveryAddress !== undefined && (state.total?.amount ?? 0) > 0
      : documents.includes('receipt')
  return isPossible && !documents.includes(kind) ? { ...order, documents: [...documents, kind] } : order
}

interface OrderOfficeView {
  order: Order
  csrfToken: string
  /** The result of the last form. */
  result: 'done' | 'not-possible' | undefined
}

/** Renders what is reported about an order, and a form for each thing that can be done with it. */
function renderOrderOffice(page: Page, view: OrderOfficeView): string {
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
