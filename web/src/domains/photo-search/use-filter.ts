import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatFilter, type PhotoFilter, readFilter } from '#contract/filter-query.ts'

/** Returns the filter of the page's address; the same object while it stays the same. */
export function useFilter(): PhotoFilter {
  const query = useRouterState({ select: ({ location }) => formatFilter(readFilter(location.searchStr)) })
  return useMemo(() => readFilter(query), [query])
}
