import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { getAccountSecurity, getSecurityEvents } from '#contract/security.ts'
import { call } from '#web/platform/http/call.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

const SECURITY = ['security'] as const

/** Loads what can sign in to the account or act for it. */
export const accountSecurityQuery = callQuery([...SECURITY, 'access'], getAccountSecurity, {
  refetchOnMount: 'always',
})

/** Loads security events page by page, newest first. */
export const securityEventsQuery = infiniteQueryOptions({
  queryKey: [...SECURITY, 'events'],
  queryFn: ({ signal, pageParam }) => call(getSecurityEvents, { query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: page => page.cursor,
  refetchOnMount: 'always',
})

/** Loads access and events again, after a change of either. */
export const reloadSecurity = (queries: QueryClient) => queries.invalidateQueries({ queryKey: SECURITY })
