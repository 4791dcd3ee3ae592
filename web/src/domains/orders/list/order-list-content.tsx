import Package from 'lucide-react/icons/package'
import { Fragment, useEffect, useRef } from 'react'
import type { OrderGroup } from '#contract/order-group.ts'
import type { Order } from '#contract/orders.ts'
import { ChannelShopLink } from '#web/domains/merchandise/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useTabState } from '#web/platform/storage/use-tab-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { FoundOrders } from '../search/found-orders.tsx'
import { OrderSearchFields } from '../search/order-search-fields.tsx'
import { useFoundOrders } from '../search/use-found-orders.ts'
import type { useOrderSearch } from '../search/use-order-search.ts'
import { OrderCard } from './order-card.tsx'
import styles from './order-list.module.css'
import { OrderListLoading } from './order-list-loading.tsx'
import type { Orders } from './use-orders.ts'

/** The fields of the search, and the orders in their sections or those that were found. */
export function OrderListContent({ search, orders }: OrderListContentProps) {
  const { filter, setFilter, isSet } = search
  const found = useFoundOrders(filter, { isEnabled: isSet })
  const hasOrders = orders.status === 'success' && (orders.groups.size > 0 || !orders.isComplete)
  return (
    <>
      {/* Stays while the list below changes: it has the focus. */}
      {(isSet || hasOrders) && (
        <OrderSearchFields
          filter={filter}
          onChange={setFilter}
          years={(isSet ? found.years : undefined) ?? countYears(orders)}
        />
      )}
      {isSet ? (
        <FoundOrders filter={filter} onChange={setFilter} found={found} />
      ) : (
        <OrderSections orders={orders} />
      )}
    </>
  )
}

interface OrderListContentProps {
  search: ReturnType<typeof useOrderSearch>
  orders: Orders
}

/** Counts the loaded orders by the year in which they were placed, the newest first. */
function countYears({ groups }: Orders) {
  const years = Map.groupBy([...groups.values()].flat(), order => new Date(order.createdAt).getFullYear())
  return [...years].map(([year, { length }]) => ({ year, count: length })).sort((a, b) => b.year - a.year)
}

/** The orders in their sections; boxes while they are loading. */
function OrderSections({ orders }: { orders: Orders }) {
  const { text } = useTexts()
  const failure = orders.retry && (
    <div className={styles.failure}>
      <LoadFailed retry={orders.retry} />
    </div>
  )
  if (orders.status === 'pending') return <OrderListLoading />
  if (orders.status === 'error') return failure
  const { groups, isComplete, isRecentFinal } = orders
  if (isComplete && groups.size === 0) return <NoOrders />
  const needsCustomer = groups.has('needs-you')
  const getGroup = (group: OrderGroup, label?: string) => ({ group, label, orders: groups.get(group) ?? [] })
  return (
    <>
      <OrderSection
        id="in-progress"
        title={text('orders.in-progress')}
        // One group alone that needs nothing is named by the title.
        groups={[
          getGroup('needs-you', text('orders.needs-you')),
          getGroup('on-its-way', needsCustomer ? text('orders.on-its-way') : undefined),
        ]}
        isCounted={isRecentFinal}
      />
      {groups.has('finished') && (
        <OrderSection
          id="finished"
          title={text('orders.finished')}
          groups={[getGroup('finished')]}
          isCounted={isRecentFinal}
        />
      )}
      <OrderSection
        id="history"
        title={text('orders.history')}
        groups={[getGroup('history')]}
        isCounted={isComplete}
      />
      {failure}
    </>
  )
}

/** In place of orders while there are none. */
function NoOrders() {
  const { text } = useTexts()
  return (
    <EmptyState
      icon={Package}
      title={text('orders.empty')}
      action={<ChannelShopLink className={buttonClass('primary')} />}
    />
  )
}

/** Orders per page of a section. */
const PAGE_SIZE = 10

/** A section of the list with its count, '…' until it is known; left out when it has no orders. */
function OrderSection({ id, title, groups, isCounted }: OrderSectionProps) {
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
          <span className={classes('ui-small ui-plain ui-faint', styles.count)}>{number(count)}</span>
        ) : (
          <span className={classes('ui-small ui-plain ui-faint', styles.count)}>…</span>
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
    const { current: index } = firstAddedIndex
    // React runs the effect of the render before it as well, when the press comes first.
    if (index === undefined || index >= visibleCount) return
    section.current?.querySelectorAll<HTMLElement>('h3 > a')[index]?.focus()
    firstAddedIndex.current = undefined
  })
  const showMore = () => {
    firstAddedIndex.current = visibleCount
    setVisibleCount(visibleCount + PAGE_SIZE)
  }
  return { visibleCount, showMore }
}

const isCount = (value: unknown): value is number => Number.isInteger(value)
