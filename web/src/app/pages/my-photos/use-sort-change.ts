import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { photoKeys } from '#web/domains/photos/index.ts'
import type { Sort, usePhotoGrid } from '#web/gallery/index.ts'
import { type SortedPage, writeSort } from './sort-preference.ts'

/** Returns a function that sorts the months of a page in another way, now and at later visits. */
export function useSortChange(
  page: SortedPage,
  sort: Sort,
  setSort: (sort: Sort) => void,
  { orderChanged, end }: Pick<ReturnType<typeof usePhotoGrid>['selection'], 'orderChanged' | 'end'>,
) {
  const queries = useQueryClient()
  return useCallback(
    (next: Sort) => {
      writeSort(page, next)
      queries.removeQueries({ queryKey: photoKeys.pages })
      // Another sort key groups photos into other months, so the selection cannot be kept.
      if (next.key === sort.key) orderChanged()
      else end()
      setSort(next)
    },
    [page, queries, sort.key, orderChanged, end, setSort],
  )
}
