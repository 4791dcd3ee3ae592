import { addDays } from 'date-fns/addDays'
import { addHours } from 'date-fns/addHours'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import {
  type DemoAction,
  placeDemoOrder,
  putDemoReceiver,
  saveDemoProject,
} from '#sandbox/demo-calls/demo-calls.ts'
import { createChannelPage } from './brand-page.ts'
import { RECEIVER_NAME, receiver, SIGNING_SECRET } from './callbacks/receivers.ts'
import type { Shop } from './context.ts'
import { answerCall, CallRefused } from './keepsake-calls/answer-call.ts'
import { KeepsakeError } from './keepsake-client.ts'
import { ORDER_ACTIONS } from './office/order-actions.ts'
import { deliver } from './orders/delivery.ts'
import { advance, isOpen, isPaymentOverdue, NO_PAYMENT } from './orders/lifecycle.ts'
import { createOrder, type OrderedDraft, placeOrder } from './orders/new-order.ts'
import { addVersion, type Moment, type Order } from './orders/order.ts'
import { nameArticle, type Page } from './pages/page.ts'
import { createProject, deriveProjectId } from './projects/project.ts'

/** Mounts the demo's calls: they place orders and save projects in the past, and give a receiver the secret of the demo's business. */
export function mountDemoCalls(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, placeDemoOrder, async ({ params, body }) => {
    const { accountId, channel, photos, product, actions = [], decision } = body
    const page = createChannelPage(shop, channel)
    // No browser has placed it, so none sees the order's page in the shop.
    const draft = {
      ...{ id: params.key, visitor: '', libraryUrl: page.library, accountId, channel, photos },
      product: product && { ...product, title: product.title ?? nameArticle(page, product.article) },
    }
    const moment = { now: shop.now(), origin: shop.config.origin }
    const later = actions.filter(({ isLater }) => isLater)
    const order = createPastOrder(page, draft, body, moment)
    // The demo itself has sent the invoices of orders that were dispatched before.
    await placeOrder(shop, order.step === 'Dispatched' ? { ...order, isInvoiced: true } : order)
    if (later.length > 0 || decision) requireAcknowledgement(shop, order.code)
    // Once: a notice says that it has happened.
    shop.orders.change(order.code, before => (before.state.notice ? before : perform(before, later, moment)))
    const products = order.state.products.map(({ article, title, description, quantity, price = 0 }) => {
      return { article, title, description, quantity, price }
    })
    return { code: order.code, products, total: order.state.total!.amount }
  })
  answerCall(app, shop, saveDemoProject, async ({ params, body }) => {
    const { accountId, channel, photos, title, article, createdAt, updatedAt, expiresAt } = body
    const page = createChannelPage(shop, channel)
    // No browser has composed it.
    const draft = { id: params.key, accountId, channel, libraryUrl: page.library, photos, title }
    const product = article ? { article, title, quantity: 1 } : undefined
    const id = deriveProjectId(params.key)
    const moment = { id, now: new Date(createdAt), origin: shop.config.origin }
    const newProject = createProject(page, { ...draft, product }, moment)
    const state = { ...newProject.state, updatedAt, ...(expiresAt && { expiresAt }) }
    shop.projects.upsert(id, before => before ?? { ...newProject, savedBy: '', state })
    await shop.push.sendSoon('project', id)
  })
  answerCall(app, shop, putDemoReceiver, async ({ params, body }) => {
    if (!RECEIVER_NAME.test(params.name) || !SIGNING_SECRET.test(body.secret)) throw new CallRefused()
    const added = receiver.parse({ name: params.name })
    shop.receivers.upsert(params.name, before => ({ ...(before ?? added), secret: body.secret }))
  })
}

/** Throws until Keepsake has acknowledged the order and its delivery dates: the demo makes its call again. */
function requireAcknowledgement({ orders, push }: Shop, code: string): void {
  const isAcknowledged = (feed: string) => push.getState(`${feed} ${code}`).acknowledged !== undefined
  if (isAcknowledged('order') && (!orders.find(code)?.deliveryDates || isAcknowledged('dates'))) return
  throw new KeepsakeError(0, `Keepsake does not have the order ${code} yet`)
}

/** Days from the start of the demo in which a held order can be cancelled, and its address be changed: then production starts. */
const CHANGE_DAYS = 3

type Body = z.output<typeof placeDemoOrder.body>

/**
 * Creates an order that was placed in the past, with its history. An open paid order is held, so that it stays as it is until
 * the back office advances it. The time to pay of an unpaid one may be over. What was sent was delivered, unless the plan
 * says otherwise.
 */
function createPastOrder(
  page: Page,
  draft: OrderedDraft,
  { deliveryAddress: address, placedAt, payment, steps, status, actions = [], ...course }: Body,
  moment: Moment,
): Order {
  const { now, origin } = moment
  const delivery = { address, payment: payment ?? ('now' as const) }
  let order = createOrder(page, draft, delivery, { now: new Date(placedAt), origin })
  const hours = STEP_HOURS.slice(0, steps)
  for (const hour of hours) order = advance(order, addHours(placedAt, hour), origin)
  if (status) order = addVersion(order, addHours(placedAt, (hours.at(-1) ?? 0) + 2), { status })
  // Keeps the version, because the order was not sent to Keepsake yet.
  if (isPaymentOverdue(order, now)) return { ...order, state: { ...order.state, ...NO_PAYMENT } }
  if (order.step === 'Dispatched') order = deliverInPast(order, now, course.isUndelivered)
  else if (isOpen(order) && order.payment.state === 'paid') order = keepOpen(order, now)
  const earlier = actions.filter(({ isLater }) => !isLater)
  return { ...perform(order, earlier, moment), demoDecision: course.decision }
}

/** Does what the back office can do with an order. Throws CallRefused for what it cannot. */
const perform = (order: Order, actions: readonly DemoAction[], { now, origin }: Moment): Order =>
  actions.reduce((before, { action, fields = {}, daysAgo = 0 }) => {
    if (!Object.hasOwn(ORDER_ACTIONS, action)) throw new CallRefused()
    return ORDER_ACTIONS[action]!.apply(before, fields, {
      now: new Date(now.getTime() - daysAgo * 86_400_000),
      origin,
    })
  }, order)

/** Hours between the placing of the order and each fulfilment step. */
const STEP_HOURS = [0.1, 9, 31, 47]
/** Days that a carrier takes. */
const CARRIER_DAYS = 2

/** Delivers a sent order, unless its parcel is still under way: then it stays so. */
function deliverInPast(order: Order, now: Date, isUndelivered = false): Order {
  const at = addDays(order.stepAt, CARRIER_DAYS)
  return isUndelivered || at > now ? { ...order, held: true } : deliver(order, at)
}

/** Keeps an order in its status, with a late end of address changes and of cancellations. */
function keepOpen(order: Order, now: Date): Order {
  const until = addDays(now, CHANGE_DAYS).toISOString()
  return { ...order, held: true, state: { ...order.state, addressChangeUntil: until, cancelUntil: until } }
}
