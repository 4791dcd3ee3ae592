import { ORDER_STATES, type OrderStatus, STATES_OF_STATUSES } from '#contract/order-status.ts'
import type { Reader } from '../../context.ts'
import { combineStatus } from './combined-status.ts'
import { listOrders } from './store.ts'

export interface OpenOrder {
  code: string
  status: OrderStatus
  /** When the payment is due, if it awaits payment. */
  payableUntil: Date | null
}

/** An order that is older than this many later orders of the account counts as settled. */
const MAX_ORDERS = 200

/** Lists the account's orders that are neither sent nor failed, newest first. */
export async function listOpenOrders(db: Reader, accountId: string): Promise<OpenOrder[]> {
  const rows = await listOrders(db, accountId, { offset: 0, limit: MAX_ORDERS })
  return rows
    .map(({ code, body, payable_until }) => ({
      code,
      status: combineStatus(body),
      payableUntil: payable_until,
    }))
    .filter(({ status }) => isOpen(status))
}

function isOpen(status: OrderStatus): boolean {
  const state = STATES_OF_STATUSES[status]
  return state !== 'sent' && ORDER_STATES[state] !== 'failure'
}
