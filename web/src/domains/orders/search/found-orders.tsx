import SearchIcon from 'lucide-react/icons/search'
import { useEffect, useRef } from 'react'
import { findOrderGroup } from '#contract/order-group.ts'
import { splitSearchWords } from '#contract/order-search.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { announce } from '#web/ui/announcements.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ContactLink } from '#web/ui/contact-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { OrderCard } from '../list/order-card.tsx'
import { OrderListLoading } from '../list/order-list-loading.tsx'
import { SearchWords } from './marked.tsx'
import styles from './order-search.module.css'
import { STATE_LABELS } from './order-search-fields.tsx'
import type { useFoundOrders } from './use-found-orders.ts'
import type { OrderFilter } from './use-order-search.ts'

/** The orders that match the filter in one list, newest first, with 'Show more'. */
export function FoundOrders({ filter, onChange, found }: FoundOrdersProps) {
  const { text } = useTexts()
  const list = useRef<HTMLUListElement>(null)
  const firstAddedIndex = useRef<number>(undefined)
  // The focus moves to the first order that was added, once it is there.
  useEffect(() => {
    const { current: index } = firstAddedIndex
    const added =
      index === undefined ? undefined : list.current?.querySelectorAll<HTMLElement>('h3 > a')[index]
    if (!added) return
    added.focus()
    firstAddedIndex.current = undefined
  })
  const {
    orders,
    query,
    total,
    isError,
    isFetchNextPageError,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetching,
  } = found
  const failure = isError && <LoadFailed retry={() => (isFetchNextPageError ? fetchNextPage() : refetch())} />
  const heading =
    query === ''
      ? text('orders.count', { count: total })
      : text('orders.search.found-with', { count: total, query })
  const isFound = orders !== undefined && total > 0
  useEffect(() => {
    if (isFound) announce(heading)
  }, [heading, isFound])
  if (failure && !isFetchNextPageError) return failure
  if (!orders) return <OrderListLoading />
  if (total === 0) return <NoneFound filter={filter} onChange={onChange} />
  const showMore = () => {
    firstAddedIndex.current = orders.length
    void fetchNextPage()
  }
  const now = Date.now()
  return (
    <section aria-labelledby="found" aria-busy={isFetching}>
      <div className={classes('ui-row12 ui-between', styles.heading)}>
        <h2 id="found" className={classes('ui-breaks ui-narrow', styles.count)}>
          {heading}
        </h2>
        <Button variant="text" size="small" onClick={() => onChange(EVERYTHING)}>
          {text('orders.search.clear')}
        </Button>
      </div>
      <SearchWords value={splitSearchWords(query)}>
        <ul ref={list}>
          {orders.map(order => (
            <OrderCard key={order.superOrderCode} order={order} group={findOrderGroup(order, now)} />
          ))}
        </ul>
      </SearchWords>
      {failure}
      {hasNextPage && !failure && (
        <div className={styles.more}>
          <Button onClick={showMore}>{text('action.show-more')}</Button>
        </div>
      )}
    </section>
  )
}

interface FoundOrdersProps {
  filter: OrderFilter
  onChange: (filter: OrderFilter) => void
  found: ReturnType<typeof useFoundOrders>
}

const EVERYTHING: OrderFilter = { query: '', state: undefined, year: undefined }

/** Says what was searched, and offers the next wider search. */
function NoneFound({ filter, onChange }: Omit<FoundOrdersProps, 'found'>) {
  const { text } = useTexts()
  const { query, state, year } = filter
  const searched = [
    ...(query ? [text('orders.search.query', { query })] : []),
    ...(state ? [text(STATE_LABELS[state])] : []),
    ...(year ? [String(year)] : []),
  ].join(' · ')
  const wider = year
    ? { label: text('orders.search.wider-years'), filter: { ...filter, year: undefined } }
    : state && query
      ? { label: text('orders.search.wider-states'), filter: { ...filter, state: undefined } }
      : { label: text('orders.search.everything'), filter: EVERYTHING }
  return (
    <div role="status">
      <EmptyState
        icon={SearchIcon}
        title={text('orders.search.none')}
        text={text('orders.search.none-text', { filter: searched })}
        action={
          <div className={classes('ui-stack24', styles.actions)}>
            <Button variant="primary" onClick={() => onChange(wider.filter)}>
              {wider.label}
            </Button>
            <ContactLink />
          </div>
        }
      />
    </div>
  )
}
