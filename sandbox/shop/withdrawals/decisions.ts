import { addDays } from 'date-fns/addDays'
import type { RetailerOrder } from '#contract/retailer-orders.ts'
import { addVersion, type Order } from '../orders/order.ts'
import { addRefund } from '../orders/refunds.ts'
import type { Statement } from './withdrawals.ts'

/** What the back office can do about a withdrawal, in the sequence of its buttons. */
export const WITHDRAWAL_ACTIONS = ['confirm', 'returned', 'refunded', 'reject'] as const
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number]

type State = NonNullable<RetailerOrder['withdrawals']>[number]

/** Days that the customer has to send the products back. */
const SEND_BACK_DAYS = 14
const REASON = 'The product has been used.'

/** Stores what is done about a withdrawal in a new version of its order; a refund also says how much is paid back. */
export function decideWithdrawal(
  order: Order,
  { withdrawalId, statement }: { withdrawalId: string; statement: Statement },
  action: WithdrawalAction,
  { now, origin }: { now: Date; origin: string },
): Order {
  const { withdrawals = [] } = order.state
  const before = withdrawals.find(each => each.withdrawalId === withdrawalId)
  const after: State = { ...before, withdrawalId, ...toState(action, withdrawalId, { now, origin }) }
  if (before?.state === after.state) return order
  return addVersion(order, now, {
    withdrawals: [...withdrawals.filter(each => each !== before), after],
    ...(action === 'refunded' && { refunds: refundProducts(order, withdrawalId, statement, now) }),
  })
}

function toState(
  action: WithdrawalAction,
  withdrawalId: string,
  { now, origin }: { now: Date; origin: string },
): Omit<State, 'withdrawalId'> {
  switch (action) {
    case 'confirm':
      return {
        state: 'confirmed',
        labelUrl: `${origin}/withdrawals/${withdrawalId}/label`,
        sendBackBy: addDays(now, SEND_BACK_DAYS).toISOString(),
      }
    case 'reject':
      return { state: 'rejected', reason: REASON }
    default:
      return { state: action }
  }
}

/** Pays back the prices of the withdrawn products; of all that can be withdrawn, if the statement names none. */
function refundProducts(
  order: Order,
  withdrawalId: string,
  statement: Statement,
  now: Date,
): RetailerOrder['refunds'] {
  const products = order.state.products.filter(({ code, withdrawable }) =>
    statement.productCodes ? statement.productCodes.includes(code) : withdrawable !== false,
  )
  const productCodes = products.map(({ code }) => code)
  const amount = products.reduce((sum, { price = 0 }) => sum + price, 0)
  const refund = {
    refundId: withdrawalId,
    amount,
    productCodes,
    state: 'paid',
    reason: 'withdrawal',
  } as const
  return addRefund(order, refund, now) ?? order.state.refunds
}
