import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { type Html, html } from '#html/html.ts'
import type { Assortment } from './assortment.ts'
import type { BusinessCustomer } from './business-customer.ts'
import type { Shop } from './context.ts'
import { decideStatus } from './customers.ts'
import type { SentState } from './keepsake-calls/push.ts'
import { type KeepsakeClient, KeepsakeError } from './keepsake-client.ts'
import {
  createResultAddress,
  mountOfficeForm,
  mountOfficePage,
  OFFICE_PATH,
  type OfficePage,
  type OfficeResult,
  renderButtons,
} from './office.ts'
import { advance, block, cancel, delay, failPayment, hold, returnOrder, unblock } from './orders/lifecycle.ts'
import type { Order } from './orders/order.ts'
import { acceptRequest, refuseRequest } from './orders/requests.ts'
import { redeemVoucher } from './orders/voucher.ts'
import { PageError } from './page-error.ts'
import { type Page, renderDocument } from './pages/page.ts'
import type { TextId } from './texts/texts.ts'

/** Actions that change an order; each returns the same object when it is not possible in the order's state. */
const ORDER_ACTIONS: Record<string, (order: Order, now: Date, origin: string) => Order> = {
  next: advance,
  hold,
  delay,
  cancel,
  'take-back': returnOrder,
  'fail-payment': failPayment,
  'apply-address': (order, now) => acceptRequest(order, 'address', now),
  'refuse-address': (order, now) => refuseRequest(order, 'address', now),
  'accept-cancellation': (order, now) => acceptRequest(order, 'cancellation', now),
  'refuse-cancellation': (order, now) => refuseRequest(order, 'cancellation', now),
  'redeem-voucher': redeemVoucher,
  block,
  unblock,
}

/** Actions that simulate a faulty order system by sending an order to Keepsake twice or out of order. */
const FAULT_ACTIONS: Record<string, (keepsake: KeepsakeClient, order: Order) => Promise<OfficeResult>> = {
  'send-twice': sendTwice,
  'send-older-last': sendOlderLast,
}

/** Actions that change an article of the shop. */
const ARTICLE_ACTIONS: Record<string, Parameters<Shop['assortment']['change']>[1]> = {
  'raise-price': before => ({ ...before, raises: Math.min(20, before.raises + 1) }),
  withdraw: before => ({ ...before, isWithdrawn: true }),
  restore: () => ({ raises: 0, isWithdrawn: false }),
}

/** Maximum number of orders on the page; the newest are shown. */
const ORDERS_MAX = 100

const actionForm = z.object({ action: z.string() })

/** Mounts the page with the orders, business customers and articles, and the buttons for these actions. */
export function mountBackOffice(app: FastifyInstance, shop: Shop): void {
  const isPossible = (order: Order, action: string) => {
    const change = ORDER_ACTIONS[action]
    if (change) return change(order, shop.now(), shop.config.origin) !== order
    return action === 'send-twice' || order.previous !== undefined
  }
  mountOfficePage(app, shop, OFFICE_PATH, async page => {
    const orders = shop.orders
      .list()
      .map(([, order]) => order)
      .toSorted((a, b) => b.state.createdAt.localeCompare(a.state.createdAt))
      .slice(0, ORDERS_MAX)
    return renderBackOfficePage(page, {
      orders: orders.map(order =>
        renderOrder(page, order, { sent: shop.push.getState(`order ${order.code}`), isPossible }),
      ),
      businessCustomers: shop.businessCustomers.list().map(each => {
        const { acknowledged } = shop.push.getState(`customer ${each[0]}`)
        return renderCustomer(page, each, acknowledged === each[1].decision?.version)
      }),
      articles: shop.assortment.list().map(each => renderArticle(page, each)),
    })
  })
  mountOfficeForm(app, shop, `${OFFICE_PATH}/articles/:code`, {
    fields: actionForm,
    act: async ({ action }, { code }: { code: string }) => {
      const change = ARTICLE_ACTIONS[action]
      if (!change || !shop.assortment.list().some(each => each.code === code)) throw new PageError('missing')
      shop.assortment.change(code, change)
      return `${OFFICE_PATH}#${code}`
    },
  })
  mountOfficeForm(app, shop, `${OFFICE_PATH}/customers/:accountId`, {
    fields: z.object({ action: z.enum(DECIDED_STATUSES) }),
    act: async ({ action }, { accountId }: { accountId: string }) =>
      createResultAddress(OFFICE_PATH, await decideStatus(shop, accountId, action), accountId),
  })
  mountOfficeForm(app, shop, `${OFFICE_PATH}/:code`, {
    fields: actionForm,
    act: async ({ action }, { code }: { code: string }) => {
      if (!shop.orders.find(code)) throw new PageError('missing')
      return createResultAddress(OFFICE_PATH, await performAction(shop, code, action), code)
    },
  })
}

async function performAction(shop: Shop, code: string, action: string): Promise<OfficeResult> {
  if (Object.hasOwn(ORDER_ACTIONS, action)) {
    let isChanged = false
    shop.orders.change(code, before => {
      const after = ORDER_ACTIONS[action]!(before, shop.now(), shop.config.origin)
      isChanged = after !== before
      return after
    })
    return isChanged ? 'done' : 'not-possible'
  }
  if (!Object.hasOwn(FAULT_ACTIONS, action)) throw new PageError('missing')
  // Sends the newest version first, so that only the simulated fault is left to send.
  await shop.push.send('order', code)
  const current = shop.orders.find(code)
  if (!current) throw new PageError('missing')
  try {
    return await FAULT_ACTIONS[action]!(shop.keepsake, current)
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error
    shop.log.warn({ err: error, order: code, action }, 'back office: call failed')
    return 'failed'
  }
}

/** Sends the same version twice at the same time. */
async function sendTwice(keepsake: KeepsakeClient, { code, state }: Order): Promise<OfficeResult> {
  const send = () => keepsake.call(putOrder, { params: { code }, body: state })
  await Promise.all([send(), send()])
  return 'sent-twice'
}

/** Sends the newest version and then the previous one, like calls that arrive out of order. */
async function sendOlderLast(
  keepsake: KeepsakeClient,
  { code, state, previous }: Order,
): Promise<OfficeResult> {
  if (!previous) return 'not-possible'
  await keepsake.call(putOrder, { params: { code }, body: state })
  const { stored } = await keepsake.call(putOrder, { params: { code }, body: previous })
  return stored ? 'older-stored' : 'older-ignored'
}

/** The pages of the back office that this one links to, and their titles. */
const OTHER_PAGES = {
  gallery: 'gallery.title',
  complaints: 'complaints.title',
  callbacks: 'receivers.title',
  withdrawals: 'withdrawals.title',
  outbox: 'outbox.title',
  refusals: 'refusals.title',
} as const

function renderBackOfficePage(
  page: OfficePage,
  { orders, businessCustomers, articles }: Record<'orders' | 'businessCustomers' | 'articles', Html[]>,
): string {
  const { text } = page
  const content = html`<h1>${text('office.title')}</h1>
<p class="secondary">${text('office.text')}</p>
<p class="buttons">${Object.entries(OTHER_PAGES).map(
    ([path, title]) => html`<a class="plain" href="${OFFICE_PATH}/${path}">${text(title)}</a>\n`,
  )}</p>
${orders.length === 0 && html`<p class="notice">${text('office.none')}</p>`}
<ul class="office">${orders}</ul>
<h2>${text('office.business')}</h2>
${businessCustomers.length === 0 && html`<p class="notice">${text('office.business.none')}</p>`}
<ul class="office">${businessCustomers}</ul>
<h2>${text('office.articles')}</h2>
<ul class="office">${articles}</ul>`
  return renderDocument(page, text('office.title'), content)
}

function renderOrder(
  page: OfficePage,
  order: Order,
  { sent, isPossible }: { sent: SentState; isPossible: (order: Order, action: string) => boolean },
): Html {
  const { text } = page
  const { code, state } = order
  const buttons = [...Object.keys(ORDER_ACTIONS), ...Object.keys(FAULT_ACTIONS)].map(value => ({
    value,
    label: text(`office.${value}` as TextId),
    isDisabled: !isPossible(order, value),
  }))
  return html`<li id="${code}"><h2>${text('order.code', { code })}</h2>
<p><strong>${state.status}</strong> <span class="secondary">${page.dateTime(state.createdAt)}</span></p>
<p class="secondary">${formatVersions(page, order, sent)}</p>
${page.renderResult(code)}
${page.form(`${OFFICE_PATH}/${code}`, renderButtons('action', buttons))}
<a class="plain" href="${OFFICE_PATH}/orders/${code}">${text('office.more')}</a></li>`
}

function renderCustomer(
  page: OfficePage,
  [accountId, { details, decision }]: [accountId: string, BusinessCustomer],
  isAcknowledged: boolean,
): Html {
  const { text } = page
  const buttons = (['Active', 'Blocked'] as const).map(value => ({
    value,
    label: text(`office.business.${value}`),
    isDisabled: decision?.status === value && isAcknowledged,
  }))
  return html`<li id="${accountId}"><h3>${details.companyName}</h3>
<p><strong>${decision?.status ?? text('office.business.undecided')}</strong></p>
<p class="secondary">${details.vatNumber}${details.vatNumberWarning && html` · ${text('office.business.vat-warning')}`} · ${details.registrationNumber} · ${details.contactFirstName} ${details.contactLastName} · ${details.invoiceEmail}</p>
${page.renderResult(accountId)}
${page.form(`${OFFICE_PATH}/customers/${encodeURIComponent(accountId)}`, renderButtons('action', buttons))}</li>`
}

function renderArticle(page: OfficePage, { code, change }: ReturnType<Assortment['list']>[number]): Html {
  const { text, prices } = page
  const { isWithdrawn, raises } = change
  const buttons = [
    { value: 'raise-price', isDisabled: isWithdrawn || raises >= 20 },
    { value: 'withdraw', isDisabled: isWithdrawn },
    { value: 'restore', isDisabled: !isWithdrawn && raises === 0 },
  ] as const
  const labelled = buttons.map(each => ({ ...each, label: text(`office.${each.value}`) }))
  return html`<li id="${code}"><h3>${code}</h3>
<p class="secondary">${page.price(prices.getUnitPrice(code), prices.currency)}${isWithdrawn && html` · ${text('office.withdrawn')}`}</p>
${page.form(`${OFFICE_PATH}/articles/${code}`, renderButtons('action', labelled))}</li>`
}

function formatVersions({ text }: Page, { state }: Order, { acknowledged = 0, problem }: SentState): string {
  const values = { version: state.version, acknowledged }
  return problem
    ? text('office.problem', { ...values, status: problem.status })
    : text('office.versions', values)
}
