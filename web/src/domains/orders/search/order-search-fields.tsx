import ChevronDown from 'lucide-react/icons/chevron-down'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { ORDER_SEARCH_MAX, ORDER_SEARCH_STATES, type OrderSearchState } from '#contract/order-search.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import styles from './order-search.module.css'
import type { OrderFilter } from './use-order-search.ts'

/** Time without typing after which orders are searched. */
const TYPING_MS = 250

/** The field 'Order number or product', and lists of states and years, above the orders. */
export function OrderSearchFields({ filter, onChange, years }: OrderSearchFieldsProps) {
  const { text, number } = useTexts()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useTypedQuery(filter, onChange)
  const clear = () => {
    setTyped('')
    onChange({ ...filter, query: '' })
    // The button goes with the text.
    input.current?.focus()
  }
  const listed =
    filter.year === undefined || years.some(({ year }) => year === filter.year)
      ? years
      : [{ year: filter.year, count: 0 }, ...years]
  return (
    <form
      aria-label={text('orders.search')}
      className={classes('ui-stack12', styles.fields)}
      onSubmit={event => {
        event.preventDefault()
        onChange({ ...filter, query: typed.trim() })
      }}
    >
      <div className={classes('ui-row', styles.field)}>
        <Icon of={Search} />
        <label htmlFor={id} className="ui-visually-hidden">
          {text('orders.search')}
        </label>
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={ORDER_SEARCH_MAX}
          placeholder={text('orders.search')}
          className={classes('ui-fill ui-ink', styles.input)}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        {typed !== '' && <IconButton icon={X} label={text('orders.search.clear')} onClick={clear} />}
      </div>
      <Select<OrderSearchState | 'all'>
        label={text('orders.search.state')}
        variant="line"
        icon={ChevronDown}
        className={styles.select}
        options={(['all', ...ORDER_SEARCH_STATES] as const).map(state => ({
          id: state,
          label: text(STATE_LABELS[state]),
        }))}
        value={filter.state ?? 'all'}
        onChange={state => onChange({ ...filter, state: state === 'all' ? undefined : state })}
      />
      <Select
        label={text('field.year')}
        variant="line"
        icon={ChevronDown}
        className={styles.select}
        options={[
          { id: 'all', label: text('orders.search.all-years') },
          ...listed.map(({ year, count }) => ({ id: String(year), label: `${year} (${number(count)})` })),
        ]}
        value={String(filter.year ?? 'all')}
        shortLabel={filter.year === undefined ? text('orders.search.all-years') : String(filter.year)}
        onChange={year => onChange({ ...filter, year: year === 'all' ? undefined : Number(year) })}
      />
    </form>
  )
}

interface OrderSearchFieldsProps {
  filter: OrderFilter
  onChange: (filter: OrderFilter) => void
  /** The newest first. */
  years: readonly { year: number; count: number }[]
}

/** The text of the filter's choices of state. */
export const STATE_LABELS = {
  all: 'orders.search.all-states',
  'awaiting-payment': 'orders.status.awaiting-payment',
  ordered: 'orders.status.ordered',
  'in-production': 'orders.status.in-production',
  sent: 'orders.status.sent',
  delivered: 'orders.mark.delivered',
  cancelled: 'orders.status.cancelled',
  'in-progress': 'orders.in-progress',
  'needs-you': 'orders.needs-you',
} as const

/** What is typed; becomes the filter's query when typing pauses, and follows it when another part changes it. */
function useTypedQuery(filter: OrderFilter, onChange: (filter: OrderFilter) => void) {
  const [typed, setTyped] = useState(filter.query)
  const [query, setQuery] = useState(filter.query)
  if (query !== filter.query) {
    setQuery(filter.query)
    if (typed.trim() !== filter.query) setTyped(filter.query)
  }
  const change = useEffectEvent(onChange)
  useEffect(() => {
    if (typed.trim() === filter.query) return
    const timer = setTimeout(() => change({ ...filter, query: typed.trim() }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, filter])
  return [typed, setTyped] as const
}
