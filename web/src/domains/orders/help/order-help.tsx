import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { findOrderMessage, type OrderMessageKind } from '#contract/order-message.ts'
import type { Order } from '#contract/orders.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './order-help.module.css'
import { OrderHelpRows } from './order-help-rows.tsx'

/** Messages of an order that make customers look for help. */
const UNFOLDED_BY: readonly OrderMessageKind[] = ['hold-action', 'delayed', 'overdue', 'late']

/** 'Help with this order': what can be done now, and why the rest cannot (NX-117). Open by itself while something is wrong. */
export function OrderHelp({ order }: { order: Order }) {
  const { text, timeZone } = useTexts()
  const contentId = useId()
  const [isChosenOpen, setChosenOpen] = useState<boolean>()
  const { kind } = findOrderMessage(order, { now: Date.now(), timeZone })
  const isOpen = isChosenOpen ?? UNFOLDED_BY.includes(kind)
  return (
    <section aria-labelledby="order-help" className={styles.help}>
      <h2>
        <button
          id="order-help"
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          className={styles.fold}
          onClick={() => setChosenOpen(!isOpen)}
        >
          {text('order.help')}
          <Icon of={ChevronDown} />
        </button>
      </h2>
      <div id={contentId} hidden={!isOpen}>
        <OrderHelpRows order={order} />
      </div>
    </section>
  )
}
