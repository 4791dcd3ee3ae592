import { Fragment, useEffect, useRef } from 'react'
import type { OrderGroup } from '#contract/order-group.ts'
import type { Order } from '#contract/orders.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useTabState } from '#web/platform/storage/use-tab-state.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { OrderCard } from './order-card.tsx'
import styles from './order-list.module.css'

/** Orders per page of a section. */
const PAGE_SIZE = 10

/** A section of the list with its count, '…' until it is known; left out when it has no orders. */
export function OrderSection({ id, title, groups, isCounted }: OrderSectionProps) {
  const { text, number } = useTexts()
  const section = useRef<HTMLElement>(null)
  const { visibleCount, showMore } = useVisibleCount(id, section)
  const count = groups.reduce((sum, { orders }) => sum + orders.length, 0)
  if (isCounted && count === 0) return null
  return (
    <section ref={section} aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={classes('ui-line8', styles.title)}>
        {title}{' '}
        {isCounted ? (
          <span className={styles.count}>{number(count)}</span>
        ) : (
          <span className={styles.count}>…</span>
        )}
      </h2>
      {!isCounted && (
        <VisuallyHidden>
          <span role="status">{text('orders.loading')}</span>
        </VisuallyHidden>
      )}
      {sliceGroups(groups, visibleCount).map(({ group, label, orders }) => (
        <Fragment key={group}>
          {label && (
            <p id={group} className={classes('ui-note ui-medium', styles.label)}>
              {label}
            </p>
          )}
          <ul aria-labelledby={label && group}>
            {orders.map(order => (
              <OrderCard key={order.superOrderCode} order={order} group={group} />
            ))}
          </ul>
        </Fragment>
      ))}
      {count > visibleCount && (
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
  groups: readonly LabelledGroup[]
  isCounted: boolean
}

interface LabelledGroup {
  group: OrderGroup
  /** Shown above its orders; absent where the title of the section says it. */
  label: string | undefined
  /** Newest first. */
  orders: readonly Order[]
}

/** Returns the first `count` orders in their groups, without groups that have none of them. */
function sliceGroups(groups: readonly LabelledGroup[], count: number): LabelledGroup[] {
  let left = count
  return groups.flatMap(group => {
    const orders = group.orders.slice(0, left)
    left -= orders.length
    return orders.length > 0 ? [{ ...group, orders }] : []
  })
}

/**
 * Returns how many orders are shown, also after coming back from an order and a reload. The focus moves to the first one
 * that was added.
 */
function useVisibleCount(id: string, section: React.RefObject<HTMLElement | null>) {
  const [visibleCount, setVisibleCount] = useTabState(`keepsake.orders-shown ${id}`, isCount, PAGE_SIZE)
  const firstAddedIndex = useRef<number>(undefined)
  useEffect(() => {
    if (firstAddedIndex.current === undefined) return
    section.current?.querySelectorAll<HTMLElement>('h3 > a')[firstAddedIndex.current]?.focus()
    firstAddedIndex.current = undefined
  })
  const showMore = () => {
    firstAddedIndex.current = visibleCount
    setVisibleCount(visibleCount + PAGE_SIZE)
  }
  return { visibleCount, showMore }
}

const isCount = (value: unknown): value is number => Number.isInteger(value)
