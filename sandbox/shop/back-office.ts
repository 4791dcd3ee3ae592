import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { HTML, pageOfChannel } from './brand-page.ts'
import { decideStatus } from './business-status.ts'
import type { Shop } from './context.ts'
import { type KeepsakeClient, KeepsakeError } from './keepsake-client.ts'
import { applyAddressChange, refuseAddressChange } from './orders/address-changes.ts'
import {
  block,
  cancel,
  delay,
  failPayment,
  hold,
  takeBack,
  takeNextStep,
  unblock,
} from './orders/lifecycle.ts'
import type { Order } from './orders/order.ts'
import { redeemVoucher } from './orders/voucher.ts'
import { PageError } from './page-error.ts'
import { BACK_OFFICE_RESULTS, type BackOfficeResult, backOfficePage } from './pages/back-office-page.ts'
import { csrfTokenOf, ensureVisitor, requireSameOrigin, visitorOf } from './visitor.ts'

/** What changes an order; the same order when that is not possible in its state. */
const CHANGES: Record<string, (order: Order, now: Date, origin: string) => Order> = {
  next: takeNextStep,
  hold,
  delay,
  cancel,
  'take-back': takeBack,
  'fail-payment': failPayment,
  'apply-address': applyAddressChange,
  'refuse-address': refuseAddressChange,
  'redeem-voucher': redeemVoucher,
  block,
  unblock,
}

/** What is sent to Keepsake as a faulty order system does. */
const SENDINGS: Record<string, (keepsake: KeepsakeClient, order: Order) => Promise<BackOfficeResult>> = {
  'send-twice': sendTwice,
  'send-older-last': sendOlderLast,
}

/** What changes an article of the shop. */
const ARTICLE_CHANGES: Record<string, Parameters<Shop['assortment']['change']>[1]> = {
  'raise-price': before => ({ ...before, raises: Math.min(20, before.raises + 1) }),
  withdraw: before => ({ ...before, isWithdrawn: true }),
  restore: () => ({ raises: 0, isWithdrawn: false }),
}

const FORM = 'back-office'
/** Orders on the page, the newest ones. */
const ORDERS_MAX = 100

const query = z.object({
  order: z.string().optional().catch(undefined),
  result: z.enum(BACK_OFFICE_RESULTS).optional().catch(undefined),
})

/**
 * Orders with buttons that move them, stop them, and send them twice or late. It has no sign-in: for demos on one's own
 * machine only.
 */
export function mountBackOffice(app: FastifyInstance, shop: Shop): void {
  const possibleActions = (order: Order) => [
    ...Object.keys(CHANGES).filter(
      action => CHANGES[action]!(order, shop.now(), shop.config.origin) !== order,
    ),
    'send-twice',
    ...(order.previous ? ['send-older-last'] : []),
  ]

  app.get('/back-office', async (request, reply) => {
    const csrfToken = csrfTokenOf(shop, FORM, ensureVisitor(request, reply))
    const all = await shop.orders.list()
    const orders = all
      .toSorted((a, b) => b.state.createdAt.localeCompare(a.state.createdAt))
      .slice(0, ORDERS_MAX)
      .map(order => ({ order, possible: possibleActions(order) }))
    const actions = [...Object.keys(CHANGES), ...Object.keys(SENDINGS)]
    const last = query.parse(request.query)
    return reply.type(HTML).send(
      backOfficePage(pageOfChannel(shop, ''), {
        orders,
        actions,
        articles: shop.assortment.list(),
        businessCustomers: shop.businessCustomers.list(),
        csrfToken,
        last,
      }),
    )
  })

  app.post<{ Params: { code: string } }>('/back-office/articles/:code', async (request, reply) => {
    const { check, action } = (request.body ?? {}) as Record<string, unknown>
    requireSameOrigin(shop, request, FORM, visitorOf(request) ?? '', check)
    const { code } = request.params
    const change = ARTICLE_CHANGES[String(action)]
    if (!change || !shop.assortment.list().some(each => each.code === code)) throw new PageError('missing')
    await shop.assortment.change(code, change)
    return reply.redirect(`/back-office#${code}`, 303)
  })

  app.post<{ Params: { accountId: string } }>('/back-office/customers/:accountId', async (request, reply) => {
    const { check, action } = (request.body ?? {}) as Record<string, unknown>
    requireSameOrigin(shop, request, FORM, visitorOf(request) ?? '', check)
    const status = DECIDED_STATUSES.find(each => each === action)
    if (!status) throw new PageError('missing')
    const { accountId } = request.params
    const result = await decideStatus(shop, accountId, status)
    const id = encodeURIComponent(accountId)
    return reply.redirect(`/back-office?order=${id}&result=${result}#${id}`, 303)
  })

  app.post<{ Params: { code: string } }>('/back-office/:code', async (request, reply) => {
    const { check, action } = (request.body ?? {}) as Record<string, unknown>
    requireSameOrigin(shop, request, FORM, visitorOf(request) ?? '', check)
    const order = await shop.orders.find(request.params.code)
    if (!order || typeof action !== 'string') throw new PageError('missing')
    const result = await perform(shop, order, action)
    return reply.redirect(`/back-office?order=${order.code}&result=${result}#${order.code}`, 303)
  })
}

async function perform(shop: Shop, { code }: Order, action: string): Promise<BackOfficeResult> {
  if (Object.hasOwn(CHANGES, action)) {
    let isChanged = false
    await shop.orders.change(code, before => {
      const after = CHANGES[action]!(before, shop.now(), shop.config.origin)
      isChanged = after !== before
      return after
    })
    return isChanged ? 'done' : 'not-possible'
  }
  if (!Object.hasOwn(SENDINGS, action)) throw new PageError('missing')
  // The newest version goes out as usual first; only then the fault begins.
  await shop.orderSync.send(code)
  const current = await shop.orders.find(code)
  if (!current) throw new PageError('missing')
  try {
    return await SENDINGS[action]!(shop.keepsake, current)
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error
    shop.log.warn({ err: error, order: code, action }, 'back office: call failed')
    return 'failed'
  }
}

/** The same version twice at the same time. */
async function sendTwice(keepsake: KeepsakeClient, { code, state }: Order): Promise<BackOfficeResult> {
  const send = () => keepsake.call(putOrder, { params: { code }, body: state })
  await Promise.all([send(), send()])
  return 'sent-twice'
}

/** The newest version and after it the one before, as when calls overtake each other. */
async function sendOlderLast(
  keepsake: KeepsakeClient,
  { code, state, previous }: Order,
): Promise<BackOfficeResult> {
  if (!previous) return 'not-possible'
  await keepsake.call(putOrder, { params: { code }, body: state })
  const { stored } = await keepsake.call(putOrder, { params: { code }, body: previous })
  return stored ? 'older-stored' : 'older-ignored'
}
