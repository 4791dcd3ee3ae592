import { ORDER_STATES, type OrderStatus, STATES_OF_STATUSES } from '#contract/order-status.ts'
import type { Reader } from '../../context.ts'
import { combinedStatus } from './combined-status.ts'
import { listOrders } from './store.ts'

export interface OpenOrder {
  code: string
  status: OrderStatus
  /** Until when it can be paid, if it awaits payment. */
  payableUntil: Date | null
}

/** An order that is not sent after this many of the account's later orders has long been settled. */
const LATEST = 200

/** The account's orders that are neither sent nor failed, newest first. */
export async function listOpenOrders(db: Reader, accountId: string): Promise<OpenOrder[]> {
  const rows = await listOrders(db, accountId, { offset: 0, limit: LATEST })
  return rows
    .map(({ code, body, payable_until }) => ({
      code,
      status: combinedStatus(body),
      payableUntil: payable_until,
    }))
    .filter(({ status }) => isOpen(status))
}

function isOpen(status: OrderStatus): boolean {
  const state = STATES_OF_STATUSES[status]
  return state !== 'sent' && ORDER_STATES[state] !== 'failure'
}
