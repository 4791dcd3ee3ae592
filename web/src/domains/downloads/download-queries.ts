import { queryOptions } from '@tanstack/react-query'
import { getDownloads } from '#contract/downloads.ts'
import { call } from '#web/platform/http/call.ts'

export const downloadKeys = { all: ['downloads'] as const }

/** The customer's archives, newest first; polled until all are ready or failed. */
export const downloadsQuery = queryOptions({
  queryKey: downloadKeys.all,
  queryFn: ({ signal }) => call(getDownloads, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.items.some(item => item.state === 'requested' || item.state === 'in-progress') ? 3000 : false,
})
