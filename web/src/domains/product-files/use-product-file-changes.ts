import { useQueryClient } from '@tanstack/react-query'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { PRODUCT_FILES_KEY } from './product-file-queries.ts'

/** Refetches the files when a file, or the order that a file belongs to, has arrived. */
export function useProductFileChanges(): void {
  const queries = useQueryClient()
  useLibraryPush(({ type }) => {
    if (type === 'product-file-changed' || type === 'order-changed' || type === 'ready')
      queries.invalidateQueries({ queryKey: PRODUCT_FILES_KEY }).catch(reportFailure)
  })
}
