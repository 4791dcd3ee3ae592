import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { createChannelPage, HTML } from './brand-page.ts'
import { decideStatus } from './business-status.ts'
import type { Shop } from './context.ts'
import { type KeepsakeClient, KeepsakeError } from './keepsake-client.ts'
import { applyAddressChange, refuseAddressChange } from './orders/address-changes.ts'
import { decideCancellation, refuseCancellation } from './orders/cancellations.ts'
import { advance, block, cancel, delay, failPayment, hold, returnOrder, unblock } from './orders/lifecycle.ts'
import type { Order } from './orders/order.ts'
import { redeemVoucher } from './orders/voucher.ts'
import { PageError } from './page-error.ts'
import { BACK_OFFICE_RESULTS, type BackOfficeResult, renderBackOfficePage } from './pages/back-office-page.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from './visitor.ts'

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
