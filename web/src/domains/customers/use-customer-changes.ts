import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { getCustomer } from '#contract/customers.ts'
import { call } from '#web/platform/http/call.ts'
import { nullIfNotFound } from '#web/platform/http/null-if-absent.ts'
import { useInvalidateOnPush } from '#web/platform/push/use-invalidate-on-push.ts'

/** Reads the customer again when the retailer, another window or another device has changed it. */
export const useCustomerChanges = (): void => useInvalidateOnPush(customerQuery.queryKey, 'customer-changed')

/** Returns a function that reads the customer again, with everything below its key. */
export function useRefetchCustomer(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: customerQuery.queryKey })
}

/** The signed-in customer; null once the account is deleted. */
export const customerQuery = queryOptions({
  queryKey: ['customers', 'me'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => {
    const customer = await nullIfNotFound(call(getCustomer, undefined, { signal }))
    return customer?.accountDeleted ? null : customer
  },
})
