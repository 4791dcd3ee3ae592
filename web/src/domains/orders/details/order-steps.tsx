import type { Order } from '#contract/orders.ts'
import { orderDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { StepBar } from '#web/ui/step-bar.tsx'
import { useOrderMoment } from '../message/use-order-message.ts'
import { findOrderSteps, type OrderStep } from '../order-steps.ts'
import styles from './order-steps.module.css'

/** The steps of the order with the times they were reached. */
export function OrderSteps({ order }: { order: Order }) {
  const { text, timeZone } = useTexts()
  useOrderMoment(order)
  const { steps: found, sent } = findOrderSteps(order, { now: Date.now(), timeZone })
  const steps = found.map(step => ({
    id: step.id,
    state: step.state,
    label: step.label && text(step.label),
    note: step.at ? (
      <Reached at={step.at} step={step} />
    ) : (
      step.id === 'sent' && sent && text('order.steps.sent-count', sent)
    ),
  }))
  return (
    <div className={styles.steps}>
      <StepBar label={text('order.steps')} steps={steps} />
    </div>
  )
}

/** Day and time; phones have room for the day only. */
function Reached({ at, step }: { at: string; step: OrderStep }) {
  const texts = useTexts()
  const isWaiting = step.state === 'current' && step.id === 'awaiting-payment'
  const label = (style: 'short-day' | 'short-day-time') => {
    const date = orderDayLabel(texts, at, style, { year: 'other' })
    return isWaiting ? texts.text('order.since', { date }) : date
  }
  return (
    <time dateTime={at}>
      <span className="ui-not-on-small">{label('short-day-time')}</span>
      <span className={styles.short}>{label('short-day')}</span>
    </time>
  )
}
