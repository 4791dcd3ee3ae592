import { useQueryClient } from '@tanstack/react-query'
import { useLibraryPush } from '#web/platform/push/use-library-push.ts'
import { customerQuery } from './customer-query.ts'

/** Reads the customer again when the retailer, another window or another device has changed it. */
export function useCustomerChanges(): void {
  const refetch = useRefetchCustomer()
  useLibraryPush(({ type }) => {
    if (type === 'customer-changed' || type === 'ready') void refetch()
  })
}

/** Returns a function that reads the customer again, with everything below its key. */
export function useRefetchCustomer(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: customerQuery.queryKey })
}
