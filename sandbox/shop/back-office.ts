import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { type Html, html } from '#html/html.ts'
import type { Assortment } from './assortment.ts'
import { createChannelPage, HTML } from './brand-page.ts'
import type { BusinessCustomer } from './business-customer.ts'
import type { Shop } from './context.ts'
import { decideStatus } from './customers.ts'
import { type KeepsakeClient, KeepsakeError } from './keepsake-client.ts'
import { applyAddressChange, refuseAddressChange } from './orders/address-changes.ts'
import { decideCancellation, refuseCancellation } from './orders/cancellations.ts'
import { advance, block, cancel, delay, failPayment, hold, returnOrder, unblock } from './orders/lifecycle.ts'
import type { Order } from './orders/order.ts'
import { redeemVoucher } from './orders/voucher.ts'
import { PageError } from './page-error.ts'
import { type Page, renderDocument } from './pages/page.ts'
import type { TextId } from './texts/texts.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from './visitor.ts'

/** Outcomes of the back office’s actions. */
const BACK_OFFICE_RESULTS = [
  'done',
  'not-possible',
  'sent-twice',
  'older-ignored',
  'older-stored',
  'failed',
] as const
type BackOfficeResult = (typeof BACK_OFFICE_RESULTS)[number]

/** Actions that change an order; each returns the same object when it is not possible in the order's state. */
const ORDER_ACTIONS: Record<string, (order: Order, now: Date, origin: string) => Order> = {
  next: advance,
  hold,
  delay,
  cancel,
  'take-back': returnOrder,
  'fail-payment': failPayment,
  'apply-address': applyAddressChange,
  'refuse-address': refuseAddressChange,
  'accept-cancellation': decideCancellation,
  'refuse-cancellation': refuseCancellation,
  'redeem-voucher': redeemVoucher,
  block,
  unblock,
}

/** Actions that simulate a faulty order system by sending an order to Keepsake twice or out of order. */
const FAULT_ACTIONS: Record<string, (keepsake: KeepsakeClient, order: Order) => Promise<BackOfficeResult>> = {
  'send-twice': sendTwice,
  'send-older-last': sendOlderLast,
}

/** Actions that change an article of the shop. */
const ARTICLE_ACTIONS: Record<string, Parameters<Shop['assortment']['change']>[1]> = {
  'raise-price': before => ({ ...before, raises: Math.min(20, before.raises + 1) }),
  withdraw: before => ({ ...before, isWithdrawn: true }),
  restore: () => ({ raises: 0, isWithdrawn: false }),
}

const CSRF_FORM = 'back-office'
/** Maximum number of orders on the page; the newest are shown. */
const ORDERS_MAX = 100

const query = z.object({
  order: z.string().optional().catch(undefined),
  result: z.enum(BACK_OFFICE_RESULTS).optional().catch(undefined),
})

/**
 * Mounts the page with the orders and the buttons for these actions. It has no authentication, so it is only for demos on
 * a local machine.
 */
export function mountBackOffice(app: FastifyInstance, shop: Shop): void {
  const listPossibleActions = (order: Order) => [
    ...Object.keys(ORDER_ACTIONS).filter(
      action => ORDER_ACTIONS[action]!(order, shop.now(), shop.config.origin) !== order,
    ),
    'send-twice',
    ...(order.previous ? ['send-older-last'] : []),
  ]

  app.get('/back-office', async (request, reply) => {
    const csrfToken = createCsrfToken(shop, CSRF_FORM, ensureVisitor(request, reply))
    const allOrders = await shop.orders.list()
    const orders = allOrders
      .toSorted((a, b) => b.state.createdAt.localeCompare(a.state.createdAt))
      .slice(0, ORDERS_MAX)
      .map(order => ({ order, possibleActions: listPossibleActions(order) }))
    const actions = [...Object.keys(ORDER_ACTIONS), ...Object.keys(FAULT_ACTIONS)]
    const lastAction = query.parse(request.query)
    return reply.type(HTML).send(
      renderBackOfficePage(createChannelPage(shop, ''), {
        orders,
        actions,
        articles: shop.assortment.list(),
        businessCustomers: shop.businessCustomers.list(),
        csrfToken,
        lastAction,
      }),
    )
  })

  app.post<{ Params: { code: string } }>('/back-office/articles/:code', async (request, reply) => {
    const { check: csrfToken, action } = (request.body ?? {}) as Record<string, unknown>
    requireSameOrigin(shop, request, CSRF_FORM, readVisitor(request) ?? '', csrfToken)
    const { code } = request.params
    const change = ARTICLE_ACTIONS[String(action)]
    if (!change || !shop.assortment.list().some(each => each.code === code)) throw new PageError('missing')
    await shop.assortment.change(code, change)
    return reply.redirect(`/back-office#${code}`, 303)
  })

  app.post<{ Params: { accountId: string } }>('/back-office/customers/:accountId', async (request, reply) => {
    const { check: csrfToken, action } = (request.body ?? {}) as Record<string, unknown>
    requireSameOrigin(shop, request, CSRF_FORM, readVisitor(request) ?? '', csrfToken)
    const status = DECIDED_STATUSES.find(each => each === action)
    if (!status) throw new PageError('missing')
    const { accountId } = request.params
    const result = await decideStatus(shop, accountId, status)
    const id = encodeURIComponent(accountId)
    return reply.redirect(`/back-office?order=${id}&result=${result}#${id}`, 303)
  })

  app.post<{ Params: { code: string } }>('/back-office/:code', async (request, reply) => {
    const { check: csrfToken, action } = (request.body ?? {}) as Record<string, unknown>
    requireSameOrigin(shop, request, CSRF_FORM, readVisitor(request) ?? '', csrfToken)
    const order = await shop.orders.find(request.params.code)
    if (!order || typeof action !== 'string') throw new PageError('missing')
    const result = await performAction(shop, order, action)
    return reply.redirect(`/back-office?order=${order.code}&result=${result}#${order.code}`, 303)
  })
}

async function performAction(shop: Shop, { code }: Order, action: string): Promise<BackOfficeResult> {
  if (Object.hasOwn(ORDER_ACTIONS, action)) {
    let isChanged = false
    await shop.orders.change(code, before => {
      const after = ORDER_ACTIONS[action]!(before, shop.now(), shop.config.origin)
      isChanged = after !== before
      return after
    })
    return isChanged ? 'done' : 'not-possible'
  }
  if (!Object.hasOwn(FAULT_ACTIONS, action)) throw new PageError('missing')
  // Sends the newest version first, so that only the simulated fault is left to send.
  await shop.orderSync.send(code)
  const current = await shop.orders.find(code)
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
async function sendTwice(keepsake: KeepsakeClient, { code, state }: Order): Promise<BackOfficeResult> {
  const send = () => keepsake.call(putOrder, { params: { code }, body: state })
  await Promise.all([send(), send()])
  return 'sent-twice'
}

/** Sends the newest version and then the previous one, like calls that arrive out of order. */
async function sendOlderLast(
  keepsake: KeepsakeClient,
  { code, state, previous }: Order,
): Promise<BackOfficeResult> {
  if (!previous) return 'not-possible'
  await keepsake.call(putOrder, { params: { code }, body: state })
  const { stored } = await keepsake.call(putOrder, { params: { code }, body: previous })
  return stored ? 'older-stored' : 'older-ignored'
}

interface BackOfficeView {
  /** With the actions that are possible in the order's state. */
  orders: { order: Order; possibleActions: string[] }[]
  /** All actions, in the sequence of their buttons. */
  actions: string[]
  /** The articles of the shop with their changes. */
  articles: ReturnType<Assortment['list']>
  businessCustomers: [accountId: string, customer: BusinessCustomer][]
  csrfToken: string
  /** The last order or account a button was pressed for, and the result. */
  lastAction: { order?: string | undefined; result?: BackOfficeResult | undefined }
}

/** Renders all orders with their state, their state in Keepsake, and a button for each action. */
function renderBackOfficePage(
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
  [accountId, customer]: BackOfficeView['businessCustomers'][number],
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
