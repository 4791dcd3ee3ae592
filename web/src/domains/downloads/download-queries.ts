import { queryOptions } from '@tanstack/react-query'
import { getDownloads } from '#contract/downloads.ts'
import { call } from '#web/platform/http/call.ts'

export const downloadKeys = { all: ['downloads'] as const }

/** The caller's archives, newest first (PL-181); asked for again while one is not ready yet. */
export const downloadsQuery = queryOptions({
  queryKey: downloadKeys.all,
  queryFn: ({ signal }) => call(getDownloads, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.items.some(item => item.state === 'requested' || item.state === 'in-progress') ? 3000 : false,
})
