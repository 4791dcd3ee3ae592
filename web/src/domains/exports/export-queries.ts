import { queryOptions } from '@tanstack/react-query'
import { getExport, getExports, type PhotoExport } from '#contract/exports.ts'
import { call } from '#web/platform/http/call.ts'
import { isNotFound } from '#web/platform/http/http-failure.ts'

export const exportKeys = { all: ['exports'] as const }

const POLL_MS = 3000

/** An export that is being made, asked for again until it is there. */
export const isRunning = ({ status }: PhotoExport) => status === 'REQUESTED' || status === 'IN_PROGRESS'

/** One export (PL-187), asked for again while it is being made; null when its link has expired, or never was one. */
export const exportQuery = (backupId: string) =>
  queryOptions({
    queryKey: [...exportKeys.all, backupId],
    queryFn: ({ signal }) =>
      call(getExport, { params: { backupId } }, { signal }).catch(error => {
        if (isNotFound(error)) return null
        throw error
      }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
  })

/** The caller's exports, newest first; asked for again while one is being made. */
export const exportsQuery = queryOptions({
  queryKey: exportKeys.all,
  queryFn: ({ signal }) => call(getExports, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? POLL_MS : false),
})
