import { queryOptions } from '@tanstack/react-query'
import { ACTIVATION_POLL_MS, getActivation } from '#contract/activation.ts'
import { call } from '#web/platform/http/call.ts'

/** Activation of the legacy library; polled every 5 s during an import. */
export const activationQuery = queryOptions({
  queryKey: ['activation'],
  queryFn: ({ signal }) => call(getActivation, {}, { signal }),
  staleTime: 5 * 60_000,
  refetchInterval: query => (query.state.data?.status === 'IMPORTING' ? ACTIVATION_POLL_MS : false),
})
