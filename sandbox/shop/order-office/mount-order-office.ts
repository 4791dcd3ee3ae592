import { addDays } from 'date-fns/addDays'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DELAY_REASONS, HOLD_REASONS } from '#contract/order-notice.ts'
import { REFUND_REASONS } from '#contract/refunds.ts'
import { type Html, html } from '#html/html.ts'
import type { Shop } from '../context.ts'
import {
  createResultAddress,
  mountOfficeForm,
  mountOfficePage,
  OFFICE_PATH,
  type OfficePage,
  renderButtons,
  renderOfficePage,
} from '../office.ts'
import { deliver, lose, makeReady, sendFirst } from '../orders/delivery.ts'
import { announceDelay, announceHold, endPayment, release, setCancelEnd } from '../orders/lifecycle.ts'
import { refund } from '../orders/money.ts'
import { ORDER_DOCUMENTS, type Order } from '../orders/order.ts'
import { PageError } from '../page-error.ts'
import type { Page } from '../pages/page.ts'
import type { TextId } from '../texts/texts.ts'

const PATH = `${OFFICE_PATH}/orders`

/** Mounts the page of one order in back office, with forms that delay, stop, deliver, lose and refund it. */
export function mountOrderOffice(app: FastifyInstance, shop: Shop): void {
  mountOfficePage(app, shop, `${PATH}/:code`, async (page, { code }: { code: string }) => {
    const order = shop.orders.find(code)
    if (!order) throw new PageError('missing')
    return renderOrderOffice(page, order)
  })
  mountOfficeForm(app, shop, `${PATH}/:code/:form`, {
    fields: z.record(z.string(), z.unknown()),
    act: async (fields, { code, form }: { code: string; form: string }) => {
      if (!isForm(form)) throw new PageError('missing')
      const moment = { now: shop.now(), origin: shop.config.origin }
      let isChanged = false
      const order = shop.orders.change(code, before => {
        const after = ORDER_FORMS[form].apply(before, fields, moment)
        isChanged = after !== before
        return after
      })
      if (!order) throw new PageError('missing')
      return createResultAddress(`${PATH}/${code}`, isChanged ? 'done' : 'not-possible')
    },
  })
}

const isForm = (name: string): name is FormName => Object.hasOwn(ORDER_FORMS, name)

interface Moment {
  now: Date
  /** Origin of the shop's own pages. */
  origin: string
}

interface OrderForm {
  /** The fields of the form, in their sequence; the default is what they begin with. */
  fields: z.ZodObject
  /** Changes the order by the fields; the same order when that is not possible in its state. */
  apply(order: Order, fields: Record<string, unknown>, moment: Moment): Order
}

/** Creates a form; invalid fields change nothing. */
const form = <F extends z.ZodObject>(
  fields: F,
  apply: (order: Order, fields: z.output<F>, moment: Moment) => Order,
): OrderForm => ({
  fields,
  apply(order, entered, moment) {
    const { data, success } = fields.safeParse(entered)
    return success ? apply(order, data, moment) : order
  },
})

/** How parcels arrive, in the sequence of the buttons. */
const DELIVERIES = ['now', 'earlier', 'neighbour', 'ready'] as const

const NO_FIELDS = z.object({})
const words = z.string().trim().max(300).default('')
const wholeNumber = (min: number, max: number, initial: number) =>
  z.coerce.number().int().min(min).max(max).default(initial)

/** What back office can do with an order beside moving it, by the names of the forms, in their sequence. */
const ORDER_FORMS = {
  delay: form(
    z.object({
      reason: z.enum(DELAY_REASONS),
      text: words,
      from: wholeNumber(-60, 90, 3),
      to: wholeNumber(-60, 90, 5),
    }),
    (order, { reason, text, from, to }, { now }) =>
      announceDelay(order, { reason, text, days: { from: Math.min(from, to), to: Math.max(from, to) } }, now),
  ),
  hold: form(
    z.object({ reason: z.enum(HOLD_REASONS), text: words, asks: z.string().optional() }),
    (order, { reason, text, asks }, moment) =>
      announceHold(order, { reason, text, asks: asks === 'yes' }, moment),
  ),
  release: form(NO_FIELDS, (order, _, { now }) => release(order, now)),
  'end-payment': form(NO_FIELDS, (order, _, { now }) => endPayment(order, now)),
  'cancel-until': form(z.object({ minutes: wholeNumber(0, 100_000, 5) }), (order, { minutes }, { now }) =>
    setCancelEnd(order, now, minutes),
  ),
  'send-first': form(NO_FIELDS, (order, _, { now, origin }) => sendFirst(order, now, origin)),
  deliver: form(z.object({ how: z.enum(DELIVERIES) }), (order, { how }, { now }) =>
    DELIVERY_BY_NAME[how](order, now),
  ),
  lose: form(z.object({ days: wholeNumber(1, 1000, 4) }), (order, { days }, { now }) =>
    lose(order, now, days),
  ),
  refund: form(
    z.object({
      amount: z.coerce.number().positive().max(1_000_000),
      reason: z.enum(REFUND_REASONS),
      state: z.enum(['paid', 'announced']),
    }),
    (order, { amount, ...rest }, { now }) =>
      refund(order, { amount: Math.round(amount * 100), ...rest }, now),
  ),
  document: form(z.object({ kind: z.enum(ORDER_DOCUMENTS) }), (order, { kind }) => issue(order, kind)),
} as const satisfies Record<string, OrderForm>
type FormName = keyof typeof ORDER_FORMS

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

/** Renders what is reported about an order, and a form for each thing that can be done with it. */
function renderOrderOffice(page: OfficePage, order: Order): string {
  const { code, state } = order
  const names = Object.keys(ORDER_FORMS) as FormName[]
  const content = html`<p><strong>${state.status}</strong> <span class="secondary">${page.dateTime(state.createdAt)}</span></p>
<ul class="secondary">${state.products.map(({ title, quantity }) => html`<li>${page.number(quantity)} × ${title}</li>`)}</ul>
${page.renderResult()}
<ul class="office forms">${names.map(name => renderForm(page, order, name))}</ul>`
  return renderOfficePage(page, page.text('order.code', { code }), content)
}

function renderForm(page: OfficePage, order: Order, name: FormName): Html {
  const { text } = page
  const fields = Object.entries(ORDER_FORMS[name].fields.shape).filter(([field]) => field !== 'how')
  const deliveries = DELIVERIES.map(value => ({ value, label: text(`office.do.deliver-${value}`) }))
  const content = html`${fields.map(([field, schema]) => renderField(page, order, `${name}-${field}`, field as FieldName, schema as z.ZodType))}
<p class="buttons">${name === 'deliver' ? renderButtons('how', deliveries) : html`<button class="quiet">${text(`office.do.${name}`)}</button>`}</p>`
  return html`<li><h2>${text(`office.form.${name}`)}</h2>
${page.form(`${PATH}/${order.code}/${name}`, content, 'office-form')}</li>`
}

type FieldName = 'reason' | 'text' | 'asks' | 'from' | 'to' | 'minutes' | 'days' | 'amount' | 'state' | 'kind'

/** Renders a field by its schema: a choice, a number or words. */
function renderField({ text }: Page, { state }: Order, id: string, name: FieldName, schema: z.ZodType): Html {
  const label = text(`office.field.${name}`)
  if (name === 'asks')
    return html`<label class="choice"><input type="checkbox" name="asks" value="yes" checked><span>${label}</span></label>`
  const isDefault = schema instanceof z.ZodDefault
  const inner = isDefault ? schema.unwrap() : schema
  const initial = isDefault ? schema.def.defaultValue : ((state.total?.amount ?? 0) / 100).toFixed(2)
  const control =
    inner instanceof z.ZodEnum
      ? html`<select id="${id}" name="${name}">${inner.options.map(value => renderOption(text, name, String(value)))}</select>`
      : inner instanceof z.ZodNumber
        ? html`<input id="${id}" name="${name}" type="number" step="${isDefault ? '1' : '0.01'}" required value="${initial}">`
        : html`<input id="${id}" name="${name}" maxlength="300">`
  return html`<div class="field"><label for="${id}">${label}</label>
${control}</div>`
}

/** Reasons are shown as the contract has them. */
function renderOption(text: Page['text'], name: FieldName, value: string): Html {
  if (name === 'reason') return html`<option>${value}</option>`
  const id = name === 'state' ? `office.refund.${value}` : `office.document.${value}`
  return html`<option value="${value}">${text(id as TextId)}</option>`
}
