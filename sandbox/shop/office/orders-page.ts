import { putOrder } from '#contract/retailer-orders.ts'
import { html } from '#html/html.ts'
import type { Shop } from '../context.ts'
import type { KeepsakeClient } from '../keepsake-client.ts'
import type { Order } from '../orders/order.ts'
import type { Page } from '../pages/page.ts'
import { ORDER_ACTIONS, type OrderAction } from './order-actions.ts'
import { createButtons, createForm, type OfficeItem, type OfficePage, type OfficeResult } from './page.ts'

/** Maximum number of orders on the page; the newest are shown. */
const ORDERS_MAX = 100

/** The page of the orders and what can be done with them. */
export const createOrdersPage = (shop: Shop): OfficePage => ({
  name: 'orders',
  title: 'Orders',
  text: 'Move orders by hand, and send them as a faulty order system does.',
  none: 'There are no orders yet.',
  list: page =>
    shop.orders
      .list()
      .map(([, order]) => order)
      .toSorted((a, b) => b.state.createdAt.localeCompare(a.state.createdAt))
      .slice(0, ORDERS_MAX)
      .map(order => describeOrder(shop, page, order)),
  find(page, code) {
    const order = shop.orders.find(code)
    return order && describeOrder(shop, page, order)
  },
})

/** Simulates a faulty order system by calls of its own. */
const FAULTS: Record<string, (keepsake: KeepsakeClient, order: Order) => Promise<OfficeResult>> = {
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

function describeOrder(shop: Shop, page: Page, order: Order): OfficeItem {
  const { code, state } = order
  const moment = { now: shop.now(), origin: shop.config.origin }
  const { acknowledged = 0, problem } = shop.push.getState(`order ${code}`)
  const failed = problem ? `; last attempt failed with status ${problem.status}` : ''
  const change = ({ apply }: OrderAction, fields: unknown) =>
    shop.orders.change(code, before => apply(before, fields, moment)) === order ? 'not-possible' : 'done'
  const actions = Object.entries(ORDER_ACTIONS)
  const hasFields = ({ fields }: OrderAction) => Object.keys(fields.shape).length > 0
  const buttons = actions.flatMap(([name, action]) => (hasFields(action) ? [] : name))
  return {
    id: code,
    title: `Order ${code}`,
    facts: [
      html`<p><strong>${state.status}</strong> <span class="secondary">${page.dateTime(state.createdAt)}</span></p>`,
      `Version ${state.version}, acknowledged ${acknowledged}${failed}`,
      ...state.products.map(({ title, quantity = 1 }) => `${page.number(quantity)} × ${title}`),
    ],
    forms: [
      createButtons(
        buttons,
        name => change(ORDER_ACTIONS[name]!, {}),
        name => ORDER_ACTIONS[name]!.apply(order, {}, moment) === order,
      ),
      createButtons(Object.keys(FAULTS), async name => {
        // Sends the newest version first, so that only the fault is left to send.
        await shop.push.send('order', code)
        return FAULTS[name]!(shop.keepsake, shop.orders.find(code)!)
      }),
    ],
    moreForms: actions
      .filter(([, action]) => hasFields(action))
      .map(([name, action]) =>
        createForm(action.fields, {
          values: { amount: ((state.total?.amount ?? 0) / 100).toFixed(2) },
          actions: [name],
          act: (_, fields) => change(action, fields),
        }),
      ),
  }
}
