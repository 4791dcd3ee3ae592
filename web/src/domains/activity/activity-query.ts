import { getActivity } from '#contract/activity.ts'
import { isUnderWay } from '#contract/continuing-work.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

export const ACTIVITY = ['activity'] as const

/** Push messages may be missed. */
const RUNNING_POLL_MS = 5000
const IDLE_POLL_MS = 60_000

export const activityQuery = callQuery(ACTIVITY, getActivity, {
  refetchOnMount: 'always',
  refetchInterval: query => (query.state.data?.items.some(isUnderWay) ? RUNNING_POLL_MS : IDLE_POLL_MS),
})
