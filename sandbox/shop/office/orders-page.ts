import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { type Html, html } from '#html/html.ts'
import { type ArticleChange, type Assortment, RAISES_MAX } from '../catalog.ts'
import type { BusinessCustomer, Shop } from '../context.ts'
import { decideStatus } from '../customers.ts'
import { type KeepsakeClient, KeepsakeError } from '../keepsake-client.ts'
import type { Order } from '../orders/order.ts'
import { PageError } from '../page-error.ts'
import type { Page } from '../pages/page.ts'
import { ORDER_ACTIONS, type OrderAction } from './order-actions.ts'
import {
  mountOfficeForm,
  mountOfficePage,
  OFFICE_PATH,
  type OfficeItem,
  type OfficeResult,
  toLabel,
} from './page.ts'

/** Maximum number of orders on the page; the newest are shown. */
const ORDERS_MAX = 100

/** The other pages of the back office. */
const OTHER_PAGES = {
  gallery: 'Gallery',
  complaints: 'Reported problems',
  callbacks: 'Callbacks',
  withdrawals: 'Withdrawals',
  outbox: 'Outbox behaviour',
  refusals: 'Refused data',
}

/** Mounts the page with the orders, business customers and articles, the page of each order, and what can be done with them. */
export function mountOrdersPage(app: FastifyInstance, shop: Shop): void {
  mountOfficePage(app, shop, OFFICE_PATH, page => {
    const orders = shop.orders
      .list()
      .map(([, order]) => order)
      .toSorted((a, b) => b.state.createdAt.localeCompare(a.state.createdAt))
    return {
      title: 'Back office',
      text: 'Move orders by hand, and send them as a faulty order system does.',
      links: html`<p class="buttons">${Object.entries(OTHER_PAGES).map(
        ([path, title]) => html`<a class="plain" href="${OFFICE_PATH}/${path}">${title}</a>\n`,
      )}</p>`,
      lists: [
        {
          items: orders.slice(0, ORDERS_MAX).map(order => describeOrder(shop, page, order)),
          none: 'There are no orders yet.',
        },
        {
          heading: 'Business customers',
          items: shop.businessCustomers.list().map(each => describeCustomer(shop, each)),
          none: 'There are none yet.',
        },
        { heading: 'Articles', items: shop.assortment.list().map(each => describeArticle(page, each)) },
      ],
    }
  })
  mountOfficePage(app, shop, `${ORDERS_PATH}/:id`, (page, code) => {
    const order = shop.orders.find(code)
    if (!order) throw new PageError('missing')
    const products = order.state.products.map(
      ({ title, quantity = 1 }) => `${page.number(quantity)} × ${title}`,
    )
    const { facts, ...item } = describeOrder(shop, page, order)
    const forms = listActions(true).map(([name, action]) => describeForm(order, name, action))
    return {
      title: item.title,
      lists: [{ items: [{ ...item, facts: [...products, ...facts] }, ...forms] }],
    }
  })
  mountOfficeForm(app, `${ORDERS_PATH}/:id`, {
    fields: z.looseObject({ action: z.string() }),
    page: `${ORDERS_PATH}/:id`,
    act({ action, ...fields }, code) {
      const order = shop.orders.find(code)
      if (!order) throw new PageError('missing')
      if (Object.hasOwn(FAULTS, action)) return simulate(shop, code, FAULTS[action]!)
      if (!Object.hasOwn(ORDER_ACTIONS, action)) throw new PageError('missing')
      const after = shop.orders.change(code, before =>
        ORDER_ACTIONS[action]!.apply(before, fields, getMoment(shop)),
      )
      return after === order ? 'not-possible' : 'done'
    },
  })
  mountOfficeForm(app, `${OFFICE_PATH}/customers/:id`, {
    fields: z.object({ action: z.enum(DECIDED_STATUSES) }),
    page: OFFICE_PATH,
    act: ({ action }, accountId) => decideStatus(shop, accountId, action),
  })
  mountOfficeForm(app, `${OFFICE_PATH}/articles/:id`, {
    fields: z.object({ action: z.enum(['raise-the-price', 'stop-selling', 'undo-changes']) }),
    page: OFFICE_PATH,
    act({ action }, code) {
      if (!shop.assortment.list().some(each => each.code === code)) throw new PageError('missing')
      shop.assortment.change(code, ARTICLE_ACTIONS[action])
      return 'done'
    },
  })
}

const ORDERS_PATH = `${OFFICE_PATH}/orders`
const getMoment = ({ now, config }: Shop) => ({ now: now(), origin: config.origin })

/** Simulates a faulty order system by calls of its own. */
type Fault = (keepsake: KeepsakeClient, order: Order) => Promise<OfficeResult>
const FAULTS: Readonly<Record<string, Fault>> = {
  async 'send-twice'(keepsake, { code, state }) {
    const send = () => keepsake.call(putOrder, { params: { code }, body: state })
    await Promise.all([send(), send()])
    return 'sent-twice'
  },
  async 'send-older-last'(keepsake, { code, state, previous }) {
    if (!previous) return 'not-possible'
    await keepsake.call(putOrder, { params: { code }, body: state })
    const { stored } = await keepsake.call(putOrder, { params: { code }, body: previous })
    return stored ? 'older-stored' : 'older-ignored'
  },
}

async function simulate(shop: Shop, code: string, send: Fault): Promise<OfficeResult> {
  // Sends the newest version first, so that only the fault is left to send.
  await shop.push.send('order', code)
  try {
    return await send(shop.keepsake, shop.orders.find(code)!)
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error
    shop.log.warn({ err: error, order: code }, 'back office: call failed')
    return 'failed'
  }
}

const ARTICLE_ACTIONS = {
  'raise-the-price': (before: ArticleChange) => ({
    ...before,
    raises: Math.min(RAISES_MAX, before.raises + 1),
  }),
  'stop-selling': (before: ArticleChange) => ({ ...before, isWithdrawn: true }),
  'undo-changes': () => ({ raises: 0, isWithdrawn: false }),
}

/** What can be done with an order by a button, or by a form with fields. */
const listActions = (hasFields: boolean) =>
  Object.entries(ORDER_ACTIONS).filter(([, { fields }]) => Object.keys(fields.shape).length > 0 === hasFields)

function describeOrder(shop: Shop, page: Page, order: Order): OfficeItem {
  const { code, state } = order
  const { acknowledged = 0, problem } = shop.push.getState(`order ${code}`)
  const failed = problem ? `; last attempt failed with status ${problem.status}` : ''
  const actions = listActions(false).map(([value, { apply }]) => ({
    value,
    isDisabled: apply(order, {}, getMoment(shop)) === order,
  }))
  const faults = Object.keys(FAULTS).map(value => ({ value }))
  return {
    id: code,
    title: `Order ${code}`,
    facts: [
      html`<p><strong>${state.status}</strong> <span class="secondary">${page.dateTime(state.createdAt)}</span></p>`,
      `Version ${state.version}, acknowledged ${acknowledged}${failed}`,
      html`<a class="plain" href="${ORDERS_PATH}/${code}">More about this order</a>`,
    ],
    forms: [{ action: `${ORDERS_PATH}/${code}`, name: 'action', buttons: [...actions, ...faults] }],
  }
}

function describeForm(order: Order, value: string, { fields }: OrderAction): OfficeItem {
  const inputs = Object.entries(fields.shape).map(([field, schema]) =>
    renderField(order, `${value}-${field}`, field, schema as z.ZodType),
  )
  const action = `${ORDERS_PATH}/${order.code}`
  const form = { action, fields: html`${inputs}`, name: 'action', buttons: [{ value }] }
  return { id: value, title: toLabel(value), facts: [], forms: [form] }
}

/** Renders a field by its schema: a choice, a number or words. */
function renderField({ state }: Order, id: string, name: string, schema: z.ZodType): Html {
  const isDefault = schema instanceof z.ZodDefault
  const inner = isDefault ? schema.unwrap() : schema
  const initial = isDefault ? schema.def.defaultValue : ((state.total?.amount ?? 0) / 100).toFixed(2)
  const control =
    inner instanceof z.ZodEnum
      ? html`<select id="${id}" name="${name}">${inner.options.map(value => html`<option>${value}</option>`)}</select>`
      : inner instanceof z.ZodNumber
        ? html`<input id="${id}" name="${name}" type="number" step="${isDefault ? '1' : '0.01'}" required value="${initial}">`
        : html`<input id="${id}" name="${name}" maxlength="300">`
  return html`<div class="field"><label for="${id}">${toLabel(name)}</label>
${control}</div>`
}

function describeCustomer(
  shop: Shop,
  [accountId, { details, decision }]: [string, BusinessCustomer],
): OfficeItem {
  const isAcknowledged = shop.push.getState(`customer ${accountId}`).acknowledged === decision?.version
  const buttons = (['Active', 'Blocked'] as const).map(value => ({
    value,
    isDisabled: decision?.status === value && isAcknowledged,
  }))
  const { vatNumber, registrationNumber, contactFirstName, contactLastName, invoiceEmail } = details
  const vat = details.vatNumberWarning ? `${vatNumber} (its check digits do not match)` : vatNumber
  return {
    id: accountId,
    title: details.companyName,
    facts: [
      html`<p><strong>${decision?.status ?? 'Not decided'}</strong></p>`,
      [vat, registrationNumber, `${contactFirstName} ${contactLastName}`, invoiceEmail].join(' · '),
    ],
    forms: [{ action: `${OFFICE_PATH}/customers/${encodeURIComponent(accountId)}`, name: 'action', buttons }],
  }
}

function describeArticle(page: Page, { code, change }: ReturnType<Assortment['list']>[number]): OfficeItem {
  const { isWithdrawn, raises } = change
  const price = page.price(page.prices.getUnitPrice(code), page.prices.currency)
  const buttons = [
    { value: 'raise-the-price', isDisabled: isWithdrawn || raises >= RAISES_MAX },
    { value: 'stop-selling', isDisabled: isWithdrawn },
    { value: 'undo-changes', isDisabled: !isWithdrawn && raises === 0 },
  ]
  return {
    id: code,
    title: code,
    facts: [isWithdrawn ? `${price} · no longer sold` : price],
    forms: [{ action: `${OFFICE_PATH}/articles/${code}`, name: 'action', buttons }],
  }
}
