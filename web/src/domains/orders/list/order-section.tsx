import { useEffect, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useTabState } from '#web/platform/storage/use-tab-state.ts'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { OrderCard } from './order-card.tsx'
import styles from './order-list.module.css'

/** Orders per page on the screen (OP-66). */
const PAGE_SIZE = 10

/** One of the two lists with its count, '…' until it is known; left out when there are none. */
export function OrderSection({ id, title, orders, isCounted, withSteps = false }: OrderSectionProps) {
  const { text, number } = useTexts()
  const list = useRef<HTMLUListElement>(null)
  const { visibleCount, showMore } = useVisibleCount(id, list)
  if (isCounted && orders.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {title}{' '}
        {isCounted ? (
          <span className={styles.count}>{number(orders.length)}</span>
        ) : (
          <span className={styles.count}>…</span>
        )}
      </h2>
      {!isCounted && (
        <VisuallyHidden>
          <span role="status">{text('orders.loading')}</span>
        </VisuallyHidden>
      )}
      <ul ref={list} className={styles.list}>
        {orders.slice(0, visibleCount).map(order => (
          <OrderCard key={order.superOrderCode} order={order} withSteps={withSteps} />
        ))}
      </ul>
      {orders.length > visibleCount && (
        <div className={styles.more}>
          <Button onClick={showMore}>{text('action.show-more')}</Button>
        </div>
      )}
    </section>
  )
}

interface OrderSectionProps {
  id: string
  title: string
  /** Newest first. */
  orders: readonly Order[]
  isCounted: boolean
  withSteps?: boolean
}

/**
 * Returns how many orders are shown, also after coming back from an order and a reload. The focus moves to the first one
 * that was added.
 */
function useVisibleCount(id: string, list: React.RefObject<HTMLUListElement | null>) {
  const [visibleCount, setVisibleCount] = useTabState(`keepsake.orders-shown ${id}`, isCount, PAGE_SIZE)
  const firstAddedIndex = useRef<number>(undefined)
  useEffect(() => {
    if (firstAddedIndex.current === undefined) return
    list.current?.children[firstAddedIndex.current]?.querySelector('a')?.focus()
    firstAddedIndex.current = undefined
  })
  const showMore = () => {
    firstAddedIndex.current = visibleCount
    setVisibleCount(visibleCount + PAGE_SIZE)
  }
  return { visibleCount, showMore }
}

const isCount = (value: unknown): value is number => Number.isInteger(value)
