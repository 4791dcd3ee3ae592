import type { QueryClient } from '@tanstack/react-query'
import { getActivity } from '#contract/activity.ts'
import { useLibraryRefetch } from '#web/platform/push/use-library-refetch.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

const ACTIVITY = ['activity'] as const
/** Push messages may be missed. */
const RUNNING_POLL_MS = 5000
const IDLE_POLL_MS = 60_000

export const activityQuery = callQuery(ACTIVITY, getActivity, {
  refetchOnMount: 'always',
  refetchInterval: query =>
    query.state.data?.items.some(({ state }) => state === 'running') ? RUNNING_POLL_MS : IDLE_POLL_MS,
})

export const reloadActivity = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ACTIVITY })

/** Keeps the activity up to date: every change of the library may be one. */
export const useLiveActivity = () => useLibraryRefetch(ACTIVITY, always)

const always = () => true
