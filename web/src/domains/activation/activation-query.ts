import { ACTIVATION_POLL_MS, getActivation } from '#contract/activation.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

/** Activation of the legacy library; polled every 5 s during an import. */
export const activationQuery = callQuery(['activation'], getActivation, {
  staleTime: 5 * 60_000,
  refetchInterval: query => (query.state.data?.status === 'IMPORTING' ? ACTIVATION_POLL_MS : false),
})
