import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from 'date-fns/addDays'
import { addHours } from 'date-fns/addHours'
import type { FastifyInstance } from 'fastify'
import type { RetailerAddress } from '#contract/delivery-address.ts'
import { type OrderState, type OrderStatus, STATES_OF_STATUSES } from '#contract/order-status.ts'
import {
  type DemoScene,
  placeDemoOrder,
  putDemoReceiver,
  saveDemoProject,
} from '#sandbox/demo-calls/demo-calls.ts'
import { createChannelPage } from './brand-page.ts'
import { createReceiver, RECEIVER_NAME, SIGNING_SECRET } from './callbacks/receivers.ts'
import type { Shop } from './context.ts'
import type { PaymentChoice } from './delivery-form.ts'
import { answerCall, CallRefused } from './keepsake-calls/answer-call.ts'
import { KeepsakeError } from './keepsake-client.ts'
import { deliver, lose, makeReady, sendFirst, setDeliveryDates } from './orders/delivery.ts'
import {
  advance,
  announceDelay,
  announceHold,
  cancel,
  delay,
  hold,
  isOpen,
  isPaymentOverdue,
} from './orders/lifecycle.ts'
import { refund } from './orders/money.ts'
import { createOrder, type OrderedDraft, placeOrder } from './orders/new-order.ts'
import { addVersion, FULFILMENT_STEPS, type Order } from './orders/order.ts'
import { redeemVoucher } from './orders/voucher.ts'
import type { Page } from './pages/page.ts'
import { createProject, deriveProjectId } from './projects/project.ts'

/** Days after its order on which a voucher was used. */
const VOUCHER_USED_DAYS = 40

/** Mounts the demo's calls: they place orders and save projects in the past, and give a receiver the secret of the demo's business. */
export function mountDemoCalls(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, placeDemoOrder, async ({ params, body }) => {
    const { accountId, channel, photos, product, deliveryAddress, status } = body
    const page = createChannelPage(shop, channel)
    // No browser has placed it, so none sees the order's page in the shop.
    const draft = {
      id: params.key,
      visitor: '',
      accountId,
      channel,
      libraryUrl: page.library,
      photos,
      product,
    }
    const { scene, isVoucherUsed } = body
    const moment = createMoment(shop.now(), shop.config.origin)
    const placedAt = new Date(body.placedAt)
    const past = createPastOrder(page, draft, { address: deliveryAddress, status, placedAt, scene }, moment)
    const order = isVoucherUsed ? redeemVoucher(past, addDays(placedAt, VOUCHER_USED_DAYS)) : past
    // The demo itself has sent the invoices of orders that were dispatched before.
    await placeOrder(shop, order.step === 'Dispatched' ? { ...order, isInvoiced: true } : order)
    if (scene && SCENES[scene].isContinued) await requireAcknowledgement(shop, order.code)
    shop.orders.change(order.code, before => applyLaterScene(before, scene, moment))
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
    const newProject = createProject(
      page,
      { ...draft, product },
      { id, now: new Date(createdAt), origin: shop.config.origin },
    )
    const state = { ...newProject.state, updatedAt, ...(expiresAt && { expiresAt }) }
    shop.projects.upsert(id, before => before ?? { ...newProject, savedBy: '', state })
    await shop.push.sendSoon('project', id)
  })
  answerCall(app, shop, putDemoReceiver, async ({ params, body }) => {
    if (!RECEIVER_NAME.test(params.name) || !SIGNING_SECRET.test(body.secret)) throw new CallRefused()
    shop.receivers.upsert(params.name, before => ({
      ...(before ?? createReceiver(params.name)),
      secret: body.secret,
    }))
  })
}

/** Most time that the demo's call waits, in ms: it is made again after that. */
const WAIT_MS = 4000
const POLL_MS = 100

/** Waits until Keepsake has acknowledged the order and its delivery dates; throws when it does not in time. */
async function requireAcknowledgement({ orders, push }: Shop, code: string): Promise<void> {
  const isAcknowledged = (feed: string) => push.getState(`${feed} ${code}`).acknowledged !== undefined
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    const order = orders.find(code)
    if (isAcknowledged('order') && (!order?.deliveryDates || isAcknowledged('dates'))) return
    await sleep(POLL_MS)
  }
  throw new KeepsakeError(0, `Keepsake does not have the order ${code} yet`)
}

/** Number of days after placing in which a held order can be cancelled, and its address be changed. */
const CHANGE_DAYS = 14

/**
 * Creates an order that was placed in the past, with its history up to a status. An open paid order is held, so that it
 * stays in this status until the back office advances it. An unpaid order awaits payment, or has failed permanently if
 * the payment is overdue. What was sent was delivered, unless its scene says otherwise.
 */
function createPastOrder(
  page: Page,
  draft: OrderedDraft,
  {
    address,
    status,
    placedAt,
    scene,
  }: { address: RetailerAddress; status: OrderStatus; placedAt: Date; scene?: DemoScene | undefined },
  moment: Moment,
): Order {
  const { now, origin } = moment
  const payment = PAYMENT_BY_STATE[STATES_OF_STATUSES[status]] ?? 'now'
  let order = createOrder(page, draft, { address, payment }, { now: placedAt, origin })
  const hours = STEP_HOURS.slice(0, countSteps(status))
  for (const hour of hours) order = advance(order, addHours(placedAt, hour), origin)
  if (order.state.status !== status)
    order = applyStatus(status, order, addHours(placedAt, (hours.at(-1) ?? 0) + 2))
  if (isPaymentOverdue(order, now)) return removeDeadlines(order)
  if (order.step === 'Dispatched')
    order = deliverInPast(order, addDays(order.stepAt, CARRIER_DAYS), { now, scene })
  else if (isOpen(order) && order.payment.state === 'paid') order = keepOpen(order, placedAt)
  return (scene && SCENES[scene].apply?.(order, moment)) ?? order
}

/** Days that a carrier takes. */
const CARRIER_DAYS = 2

/** Delivers a sent order, unless its parcel is still under way: then it stays so. */
function deliverInPast(
  order: Order,
  at: Date,
  { now, scene }: { now: Date; scene: DemoScene | undefined },
): Order {
  if (at > now || (scene && SCENES[scene].isUndelivered)) return { ...order, held: true }
  return deliver(order, at)
}

/** Keeps an order in its status, with a late end of address changes and of cancellations. */
function keepOpen(order: Order, placedAt: Date): Order {
  const until = addDays(placedAt, CHANGE_DAYS).toISOString()
  return { ...order, held: true, state: { ...order.state, addressChangeUntil: until, cancelUntil: until } }
}

/** How the order is paid, by its state; 'now' for all other states. */
const PAYMENT_BY_STATE: Partial<Record<OrderState, PaymentChoice>> = {
  'awaiting-payment': 'later',
  'payment-failed': 'failing',
}

/** Hours between the placing of the order and each fulfilment step. */
const STEP_HOURS = [0.1, 9, 31, 47]

/** Counts the fulfilment steps that an order with this status has taken. */
function countSteps(status: OrderStatus): number {
  const steps: readonly OrderStatus[] = FULFILMENT_STEPS
  const index = steps.indexOf(status)
  return index >= 0 ? index : STEP_COUNT_BY_STATE[STATES_OF_STATUSES[status]]
}

/** Number of fulfilment steps before a status that is not a step itself. */
const STEP_COUNT_BY_STATE: Record<OrderState, number> = {
  'awaiting-payment': 0,
  'payment-failed': 0,
  'verification-failed': 0,
  'processing-failed': 1,
  rejected: 1,
  ordered: 1,
  cancelled: 1,
  'in-production': 2,
  sent: 4,
}

/** Applies a status that is not a fulfilment step, with the transition of the lifecycle if there is one. */
function applyStatus(status: OrderStatus, order: Order, at: Date): Order {
  switch (status) {
    case 'Cancelled':
      return cancel(order, at)
    case 'delayed':
      return delay(order, at)
    case 'on_hold':
      return hold(order, at)
    default:
      return addVersion(order, at, { status })
  }
}

/** Removes the payment deadline. Keeps the version, because the order was not sent to Keepsake yet. */
function removeDeadlines(order: Order): Order {
  const { paymentUrl: _, paymentExpiresAt: __, ...state } = order.state
  return { ...order, state }
}

interface Moment {
  now: Date
  /** When the event happened: before the time within which customers are mailed about events. */
  happenedAt: Date
  origin: string
}

const HAPPENED_DAYS = 1.2
const createMoment = (now: Date, origin: string): Moment => ({
  now,
  happenedAt: new Date(now.getTime() - HAPPENED_DAYS * 86_400_000),
  origin,
})

interface Scene {
  /** Whether what was sent has not arrived. */
  isUndelivered?: true
  /** Whether more happens after Keepsake has received the order: a request of its customer, or a delay. */
  isContinued?: true
  /** Brings an order of the past into the scene. */
  apply?: (order: Order, moment: Moment) => Order
}

/** A scene in which the back office decides a request of the customer immediately. */
const decideAtOnce = (demoDecision: NonNullable<Order['demoDecision']>): Scene => ({
  isContinued: true,
  apply: order => ({ ...order, demoDecision }),
})

/** The scenes of the demo (NX-158). */
const SCENES: Record<DemoScene, Scene> = {
  asked: { apply: (order, moment) => stop(order, { reason: 'photo-quality', asks: true }, moment) },
  held: { apply: (order, moment) => stop(order, { reason: 'payment-check', asks: false }, moment) },
  refunded: {
    apply(order, { now }) {
      const { amount } = order.state.total!
      return refund(order, { amount, state: 'paid', reason: 'cancellation' }, addDays(now, -2))
    },
  },
  overdue: { apply: (order, { now }) => setDeliveryDates(order, now, { from: -4, to: -2 }) },
  underway: {
    isUndelivered: true,
    apply: (order, { now }) => setDeliveryDates(order, now, { from: 1, to: 3 }),
  },
  'partly-sent': {
    apply: (order, { now, happenedAt, origin }) =>
      sendFirst(setDeliveryDates(order, now, { from: 3, to: 5 }), happenedAt, origin),
  },
  late: { isUndelivered: true, apply: (order, { now }) => lose(order, now, 4) },
  'ready-for-pickup': { isUndelivered: true, apply: (order, { happenedAt }) => makeReady(order, happenedAt) },
  'long-ago': { isUndelivered: true },
  received: { apply: order => ({ ...order, documents: ['receipt'] }) },
  delayed: { isContinued: true },
  'asked-back': decideAtOnce('question'),
  'printed-again': decideAtOnce('reprint'),
  declined: decideAtOnce('decline'),
  withdrawn: decideAtOnce('confirm'),
}

const stop = (order: Order, hold: Parameters<typeof announceHold>[1], { happenedAt, origin }: Moment) =>
  announceHold(order, hold, { now: happenedAt, origin })

/** Delays an order whose first delivery dates Keepsake knows; once. */
function applyLaterScene(order: Order, scene: DemoScene | undefined, { happenedAt }: Moment): Order {
  if (scene !== 'delayed' || order.state.notice) return order
  return announceDelay(order, { reason: 'material', days: { from: 4, to: 6 } }, happenedAt)
}
