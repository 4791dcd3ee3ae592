import { getDownloads } from '#contract/downloads.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

export const downloadKeys = { all: ['downloads'] as const }

/** The customer's archives, newest first; polled until all are ready or failed. */
export const downloadsQuery = callQuery(downloadKeys.all, getDownloads, {
  refetchInterval: ({ state }) =>
    state.data?.items.some(item => item.state === 'requested' || item.state === 'in-progress') ? 3000 : false,
})
