import { queryOptions } from '@tanstack/react-query'
import { getCustomer } from '#contract/customers.ts'
import { call } from '#web/platform/http/call.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'

/** The signed-in customer (AA-109); null once the account is deleted (AA-008). */
export const customerQuery = queryOptions({
  queryKey: ['customers', 'me'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => {
    try {
      const customer = await call(getCustomer, undefined, { signal })
      return customer.accountDeleted ? null : customer
    } catch (error) {
      if (isNotFound(error)) return null
      throw error
    }
  },
})
