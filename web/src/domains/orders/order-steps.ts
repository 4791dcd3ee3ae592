import { ORDER_STATES, ORDER_STEPS, type OrderState } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import type { StepState } from '#web/ui/step-bar.tsx'
import { findOrderState } from './order-status.ts'

export interface OrderStep {
  id: string
  state: StepState
  /** Absent after the step where an order stopped. */
  label?: MessageId
  /** When it was reached. */
  at?: string
}

/**
 * The four steps of an order with the times of its history; the first was reached when it was placed. An order that was
 * cancelled or failed stops after the last step it reached, and has no steps after that. With an unknown status it is at
 * the last step it is known to have reached.
 */
export function stepsOf({ status, history, createdAt }: StepFacts): OrderStep[] {
  const state = findOrderState(status)
  const failed = state !== undefined && ORDER_STATES[state] === 'failure'
  const reached = Math.max(0, ...history.map(entry => stepOf(findOrderState(entry.status))))
  const current = state && !failed ? stepOf(state) : reached
  const stop = failed ? Math.min(reached + 1, ORDER_STEPS.length - 1) : undefined
  return ORDER_STEPS.map((step, index): OrderStep => {
    if (stop !== undefined && index === stop)
      return { id: step, state: 'stopped', label: `orders.status.${state!}`, at: timeOf(history, state!) }
    if (stop !== undefined && index > stop) return { id: step, state: 'ahead' }
    const label: MessageId =
      index === 0 && (current > 0 || failed) ? 'order.steps.received' : `orders.status.${step}`
    if (stop === undefined && index > current) return { id: step, state: 'ahead', label }
    const at = timeOf(history, step) ?? (index === 0 ? createdAt : undefined)
    return { id: step, state: stop === undefined && index === current ? 'current' : 'done', label, at }
  })
}

type StepFacts = Pick<Order, 'status' | 'history' | 'createdAt'>

const stepOf = (state: OrderState | undefined): number =>
  (ORDER_STEPS as readonly (OrderState | undefined)[]).indexOf(state)

/** When the state was first reached. */
function timeOf(history: Order['history'], state: OrderState): string | undefined {
  return history
    .filter(entry => findOrderState(entry.status) === state)
    .map(entry => entry.at)
    .sort((a, b) => Date.parse(a) - Date.parse(b))[0]
}
