import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { OrderCard } from './order-card.tsx'
import styles from './order-list.module.css'

/** Orders per page on the screen (OP-66). */
const PAGE = 10

/** One of the two lists with its count, '…' until it is known; left out when there are none. */
export function OrderSection({ id, title, orders, isCounted, withSteps = false }: OrderSectionProps) {
  const { text, number } = useTexts()
  const list = useRef<HTMLUListElement>(null)
  const { shown, showMore } = useShownCount(id, list)
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
        {orders.slice(0, shown).map(order => (
          <OrderCard key={order.superOrderCode} order={order} withSteps={withSteps} />
        ))}
      </ul>
      {orders.length > shown && (
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

/** How many are shown, also after coming back from an order. The focus moves to the first one that was added. */
function useShownCount(id: string, list: React.RefObject<HTMLUListElement | null>) {
  const queries = useQueryClient()
  const key = ['orders', 'shown', id]
  const [shown, setShown] = useState(() => queries.getQueryData<number>(key) ?? PAGE)
  const added = useRef<number>(undefined)
  useEffect(() => {
    if (added.current === undefined) return
    list.current?.children[added.current]?.querySelector('a')?.focus()
    added.current = undefined
  })
  const showMore = () => {
    added.current = shown
    queries.setQueryData(key, shown + PAGE)
    setShown(shown + PAGE)
  }
  return { shown, showMore }
}
