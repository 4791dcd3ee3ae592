import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { Answer, Endpoint, Input } from '#contract/endpoint.ts'
import { call } from '../http/call.ts'

/** Options of a query whose data are the answer to a call, which is aborted when nothing needs it any more. */
export function callQuery<E extends Endpoint, const K extends QueryKey>(
  queryKey: K,
  endpoint: E,
  ...[parts]: object extends Input<E> ? [parts?: Parts<E, K>] : [parts: Parts<E, K>]
) {
  const { params, query, body, ...options } = (parts ?? {}) as Parts<Endpoint, K>
  return queryOptions<Answer<E>, Error, Answer<E>, K>({
    ...(options as object),
    queryKey,
    queryFn: ({ signal }) =>
      call<Endpoint>(endpoint, { params, query, body }, { signal }) as Promise<Answer<E>>,
  })
}

/** The input of the call, and further options of the query. */
type Parts<E extends Endpoint, K extends QueryKey> = Input<E> &
  Omit<UseQueryOptions<Answer<E>, Error, Answer<E>, K>, 'queryKey' | 'queryFn'>
