import { queryOptions } from '@tanstack/react-query'
import { getBusinessDetails } from '#contract/business-details.ts'
import { call } from '#web/platform/http/call.ts'

/** Status and details of a business customer; its key is below the customer's, with which it is refreshed. */
export const businessQuery = queryOptions({
  queryKey: ['customers', 'me', 'business'],
  queryFn: ({ signal }) => call(getBusinessDetails, undefined, { signal }),
})
