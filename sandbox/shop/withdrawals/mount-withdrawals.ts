import { addDays } from 'date-fns/addDays'
import type { FastifyInstance } from 'fastify'
import { putWithdrawal } from '#contract/retailer-calls/withdrawals.ts'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { calculateWithdrawalAmount } from '#contract/withdrawal-amount.ts'
import { html } from '#html/html.ts'
import type { Shop, Statement } from '../context.ts'
import { answerCall } from '../keepsake-calls/answer-call.ts'
import { createButtons, type OfficeItem, type OfficePage } from '../office/page.ts'
import { addRefund } from '../orders/money.ts'
import { addVersion, type Moment, type Order } from '../orders/order.ts'
import { PageError } from '../page-error.ts'
import type { Page } from '../pages/page.ts'

/** Mounts Keepsake's call with a statement of withdrawal, which cannot be refused, and the return labels. */
export function mountWithdrawals(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, putWithdrawal, async ({ params: { withdrawalId }, body }) => {
    shop.withdrawals.upsert(withdrawalId, before => before ?? body)
    const order = findOrder(shop, body)
    if (order?.demoDecision === 'confirm') decide(shop, withdrawalId, 'confirm')
    return { withdrawalId }
  })
  app.get<{ Params: { id: string } }>('/withdrawals/:id/label', async ({ params }, reply) => {
    const statement = shop.withdrawals.find(params.id)
    if (!statement) throw new PageError('missing')
    return reply.type('text/plain; charset=utf-8').send(`${statement.reference}\n`)
  })
}

/** The page on which withdrawals are decided, the newest first. */
export const createWithdrawalsPage = (shop: Shop): OfficePage => ({
  name: 'withdrawals',
  title: 'Withdrawals',
  text: 'Statements of customers, by their orders or without one. None can be refused.',
  none: 'There are no withdrawals.',
  list: page =>
    shop.withdrawals
      .list()
      .toSorted(([, a], [, b]) => b.submittedAt.localeCompare(a.submittedAt))
      .map(([id, statement]) => describeWithdrawal(shop, page, id, statement)),
})

const findOrder = ({ orders }: Shop, { matched, orderCode }: Statement): Order | undefined =>
  matched ? orders.find(orderCode) : undefined

type State = NonNullable<RetailerOrder['withdrawals']>[number]

/** Days that the customer has to send the products back. */
const SEND_BACK_DAYS = 14

/** What the back office can do about a withdrawal, in the sequence of its buttons, and its state after that. */
const WITHDRAWAL_ACTIONS = {
  confirm: (withdrawalId, { now, origin }) => ({
    state: 'confirmed',
    labelUrl: `${origin}/withdrawals/${withdrawalId}/label`,
    sendBackBy: addDays(now, SEND_BACK_DAYS).toISOString(),
  }),
  returned: () => ({ state: 'returned' }),
  refunded: () => ({ state: 'refunded' }),
  reject: () => ({ state: 'rejected', reason: 'The product has been used.' }),
} satisfies Record<string, (withdrawalId: string, moment: Moment) => Omit<State, 'withdrawalId'>>
type WithdrawalAction = keyof typeof WITHDRAWAL_ACTIONS

/** Stores what is done about a withdrawal in a new version of its order; a refund also says how much is paid back. */
function decide(shop: Shop, withdrawalId: string, action: WithdrawalAction): undefined {
  const statement = shop.withdrawals.find(withdrawalId)!
  const now = shop.now()
  const moment = { now, origin: shop.config.origin }
  shop.orders.change(statement.orderCode, order => {
    const { withdrawals = [] } = order.state
    const before = withdrawals.find(each => each.withdrawalId === withdrawalId)
    const after: State = { ...before, withdrawalId, ...WITHDRAWAL_ACTIONS[action](withdrawalId, moment) }
    if (before?.state === after.state) return order
    return addVersion(order, now, {
      withdrawals: [...withdrawals.filter(each => each !== before), after],
      ...(action === 'refunded' && { refunds: refundProducts(shop, order, withdrawalId, now) }),
    })
  })
}

/** Pays back what the law says for the withdrawn products; for all that can be withdrawn, if the statement names none. */
function refundProducts(
  { withdrawals }: Shop,
  order: Order,
  withdrawalId: string,
  now: Date,
): RetailerOrder['refunds'] {
  const listCodes = (id: string): string[] =>
    withdrawals.find(id)!.productCodes ??
    order.state.products.filter(({ withdrawable }) => withdrawable !== false).map(({ code }) => code)
  const earlier = (order.state.withdrawals ?? []).filter(each => each.withdrawalId !== withdrawalId)
  const productCodes = listCodes(withdrawalId)
  const amount = calculateWithdrawalAmount(
    {
      ...order.state,
      withdrawals: earlier.map(each => ({ ...each, productCodes: listCodes(each.withdrawalId) })),
    },
    productCodes,
  )
  if (!amount) return order.state.refunds
  const what = { refundId: withdrawalId, amount, productCodes, reason: 'withdrawal' } as const
  return addRefund(order, { ...what, state: 'paid' }, now) ?? order.state.refunds
}

function describeWithdrawal(shop: Shop, { dateTime }: Page, id: string, statement: Statement): OfficeItem {
  const { reference, submittedAt, matched, isLate, name, email } = statement
  /** Absent if it is not matched, or the order is not the shop's. */
  const order = findOrder(shop, statement)
  const state = order?.state.withdrawals?.find(({ withdrawalId }) => withdrawalId === id)?.state
  const act = (action: WithdrawalAction) => decide(shop, id, action)
  return {
    id,
    title: reference,
    facts: [
      html`<p><strong>${state ?? (matched ? 'received' : 'no matching order')}</strong>${isLate && ' · after the period'} <span class="secondary">${dateTime(submittedAt)}</span></p>`,
      `${name} · ${email}`,
      html`<p>${statement.statement}</p>`,
    ],
    forms: order ? [createButtons(Object.keys(WITHDRAWAL_ACTIONS) as WithdrawalAction[], act)] : [],
  }
}
