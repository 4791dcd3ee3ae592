import { queryOptions } from '@tanstack/react-query'
import { getSubscription } from '#contract/subscriptions.ts'
import { call } from '#web/platform/http/call.ts'

/** Whether the customer receives the newsletter; read again at each visit, because it changes by a link in a mail. */
export const subscriptionQuery = queryOptions({
  queryKey: ['subscriptions', 'me'],
  queryFn: ({ signal }) => call(getSubscription, undefined, { signal }),
  staleTime: 0,
})
