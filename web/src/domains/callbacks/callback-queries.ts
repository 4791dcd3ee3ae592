import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type CallbackEndpoint,
  type CallbackEvent,
  getCallbackEvent,
  getCallbackEvents,
  getCallbacks,
} from '#contract/callbacks.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure, isNotFound } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { callQuery } from '#web/platform/query/call-query.ts'
import { toasts } from '#web/ui/toasts.ts'

/** The state of the customer's callbacks; refetched at each visit, because it changes without the customer. */
export const callbacksQuery = callQuery(['callbacks', 'me'], getCallbacks, { staleTime: 0 })

/** Returns the name of an endpoint, or its host. */
export const nameEndpoint = ({ name, url }: Pick<CallbackEndpoint, 'name' | 'url'>): string =>
  name ?? URL.parse(url)?.host ?? url

/** Returns the name of the endpoint of a delivery. */
export function nameEndpointOf(
  { endpointId }: { endpointId: string },
  endpoints: readonly CallbackEndpoint[],
): string {
  const endpoint = endpoints.find(({ id }) => id === endpointId)
  return endpoint ? nameEndpoint(endpoint) : endpointId
}

/** Events per page of the log. */
const PAGE_SIZE = 20
/** A test event is polled often, because it usually ends within two seconds. */
const TEST_POLL_MS = 500
const POLL_MS = 5000
/** A test event older than this is polled every POLL_MS. */
const FAST_POLLING_MS = 30_000

export type LogFilter = 'all' | 'failed'

export const callbackEventsQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['callbacks', 'events', filter],
    queryFn: ({ pageParam: cursor, signal }) => {
      const state = filter === 'failed' ? filter : undefined
      return call(getCallbackEvents, { query: { limit: PAGE_SIZE, state, cursor } }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.cursor,
    staleTime: 0,
    refetchInterval: query => {
      const events = query.state.data?.pages.flatMap(page => page.events) ?? []
      return events.some(isWaiting) ? POLL_MS : false
    },
  })

/** Loads an event with its attempts; a test, which a person sent at `requestedAt`, is read again until it has ended. */
export const callbackEventQuery = (id: string, requestedAt?: number) =>
  callQuery(['callbacks', 'event', id], getCallbackEvent, {
    params: { id },
    staleTime: 0,
    refetchInterval: query => {
      const { data, error } = query.state
      if (requestedAt === undefined || (data && !isWaiting(data)) || isNotFound(error)) return false
      return Date.now() - requestedAt < FAST_POLLING_MS ? TEST_POLL_MS : POLL_MS
    },
  })

/** Whether an endpoint has yet to get the event. */
export const isWaiting = ({ deliveries }: Pick<CallbackEvent, 'deliveries'>) =>
  deliveries.some(({ state }) => state === 'waiting')

/** Whether a test or a replay was refused because callbacks are off, or the account is blocked. */
export const isTurnedOff = (error: unknown): boolean =>
  error instanceof HttpFailure && (error.status === 409 || error.status === 404)

/** Returns a function that shows in a toast why callbacks are off, and refetches the state of the page. */
export function useShowTurnedOff(): () => Promise<void> {
  const { text } = useTexts()
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
    await queries.invalidateQueries({ queryKey: customerQuery.queryKey })
    const isBlocked = queries.getQueryData(customerQuery.queryKey)?.status === 'Blocked'
    const reason = isBlocked ? 'callbacks.blocked' : 'callbacks.problem.turned-off'
    toasts.add({ subject: 'callbacks', kind: 'error', text: text(reason) })
  }
}
