import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isRetryable } from '../http/http-failure.ts'
import { reportFailure } from '../reporting/reporting.ts'

/**
 * Creates the query cache, the only place for server data. Convention: a domain declares key and call together,
 *   export const totalsQuery = callQuery(['library', 'totals'], getTotals)
 * the first part of the key is the domain, and mutations invalidate the keys they change.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        retry: (count, error) => count < 2 && isRetryable(error),
        retryDelay: attempt => Math.min(4000, 500 * 2 ** attempt),
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
    queryCache: new QueryCache({ onError: error => reportFailure(error) }),
    mutationCache: new MutationCache({ onError: error => reportFailure(error) }),
  })
}
