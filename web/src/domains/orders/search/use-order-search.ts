import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ORDER_SEARCH_MAX, ORDER_SEARCH_STATES, type OrderSearchState } from '#contract/order-search.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import type { Search } from '#web/platform/navigation/search.ts'

/** What orders are searched for. */
export interface OrderFilter {
  /** As typed, without spaces around it. */
  query: string
  state: OrderSearchState | undefined
  year: number | undefined
}

/** Reads the filter from the address, and replaces it there, so that Back from an order returns to it. */
export function useOrderSearch() {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const filter = useMemo(() => readFilter(search), [search])
  const setFilter = (next: OrderFilter) =>
    void navigate({
      to: PATHS.orders,
      search: { q: next.query || undefined, state: next.state, year: next.year?.toString() },
      replace: true,
      resetScroll: false,
    })
  return { filter, setFilter, isSet: isFilterSet(filter) }
}

const isFilterSet = ({ query, state, year }: OrderFilter): boolean =>
  query !== '' || state !== undefined || year !== undefined

function readFilter({ q, state, year }: Search): OrderFilter {
  const yearNumber = Number(year)
  return {
    query: typeof q === 'string' ? q.trim().slice(0, ORDER_SEARCH_MAX) : '',
    state: ORDER_SEARCH_STATES.find(each => each === state),
    year: /^2\d{3}$/.test(String(year)) && yearNumber <= 2100 ? yearNumber : undefined,
  }
}
