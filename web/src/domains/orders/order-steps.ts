import { summarizeDelivery } from '#contract/order-delivery.ts'
import { findOrderMark } from '#contract/order-message.ts'
import { findState, ORDER_STATES, ORDER_STEPS, type OrderState } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import type { StepState } from '#web/ui/step-bar.tsx'

export interface OrderStep {
  id: string
  state: StepState
  /** Absent after the step where an order stopped. */
  label?: MessageId
  /** When it was reached. */
  at?: string
}

/**
 * Returns the four steps of an order with the times of its history; the first was reached when it was placed. An order
 * that was cancelled or failed stops after the last step it reached, the last one too, and has no steps after that. With an unknown
 * status it is at the last step it is known to have reached. `marks`: what the order says of its last step.
 */
export function listSteps(order: StepFacts, marks: StepMarks = {}): OrderStep[] {
  const { status, createdAt } = order
  const history = order.history.filter(entry => !isPause(entry.status))
  const state = isPause(status) ? findPausedState(history) : findState(status)
  const hasFailed = state !== undefined && ORDER_STATES[state] === 'failure'
  const reachedIndex = Math.max(0, ...history.map(entry => findStepIndex(findState(entry.status))))
  const currentIndex = marks.last ? LAST_INDEX : state && !hasFailed ? findStepIndex(state) : reachedIndex
  const stopIndex = hasFailed ? reachedIndex + 1 : undefined
  const steps = ORDER_STEPS.map((step, index): OrderStep => {
    if (index === stopIndex) return createStop(step)
    if (stopIndex !== undefined && index > stopIndex) return { id: step, state: 'ahead' }
    if (marks.last && index === LAST_INDEX)
      return { id: step, state: 'current', label: marks.last.label, at: marks.last.at }
    const label: MessageId =
      index === 0 && (currentIndex > 0 || hasFailed) ? 'order.steps.received' : `orders.status.${step}`
    if (stopIndex === undefined && index > currentIndex) return { id: step, state: 'ahead', label }
    const at = findReachedAt(history, step) ?? (index === 0 ? createdAt : undefined)
    return {
      id: step,
      state: stopIndex === undefined && index === currentIndex ? 'current' : 'done',
      label,
      at,
    }
  })
  return stopIndex === ORDER_STEPS.length ? [...steps, createStop('stopped')] : steps

  function createStop(id: string): OrderStep {
    return { id, state: 'stopped', label: `orders.status.${state!}`, at: findReachedAt(history, state!) }
  }
}

/** `last`: what the last step is called once it is more than sent. */
export interface StepMarks {
  last?: { label: MessageId; at?: string | undefined } | undefined
}

const LAST_INDEX = ORDER_STEPS.length - 1

/** An order that is delayed or on hold stays at the last step of its history; without one it is in production. */
const isPause = (status: string): boolean => status === 'delayed' || status === 'on_hold'

const findPausedState = (history: Order['history']): OrderState =>
  ORDER_STEPS.findLast(step => history.some(entry => findState(entry.status) === step)) ?? 'in-production'

type StepFacts = Pick<Order, 'status' | 'history' | 'createdAt'>

const findStepIndex = (state: OrderState | undefined): number =>
  (ORDER_STEPS as readonly (OrderState | undefined)[]).indexOf(state)

/** Finds when the state was first reached. */
function findReachedAt(history: Order['history'], state: OrderState): string | undefined {
  return history
    .filter(entry => findState(entry.status) === state)
    .map(entry => entry.at)
    .sort((a, b) => Date.parse(a) - Date.parse(b))[0]
}

/** An order's steps, and how much of it is sent while not all of it is. */
interface OrderProgress {
  steps: OrderStep[]
  sent?: { count: number; total: number } | undefined
}

/** Finds the steps of an order with what its parcels say about the last one. */
export function findOrderSteps(order: Order, moment: { now: number; timeZone: string }): OrderProgress {
  const { groups, isPartlySent, deliveredAt } = summarizeDelivery(order)
  const { mark } = findOrderMark(order, moment)
  const count = (isCounted: (state: string) => boolean) =>
    groups.filter(({ state }) => isCounted(state)).reduce((sum, group) => sum + group.productCodes.length, 0)
  return {
    steps: listSteps(order, { last: findLast() }),
    sent: isPartlySent ? { count: count(state => state !== 'waiting'), total: count(() => true) } : undefined,
  }

  function findLast(): StepMarks['last'] {
    if (mark === 'delivered') return { label: 'orders.mark.delivered', at: deliveredAt }
    if (mark !== 'ready-for-pickup') return undefined
    const ready = order.parcels.find(({ pickupReadyAt, deliveredAt: at }) => pickupReadyAt && !at)
    return { label: 'orders.mark.ready-for-pickup', at: ready?.pickupReadyAt }
  }
}
