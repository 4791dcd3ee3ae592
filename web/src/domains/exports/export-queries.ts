import { queryOptions } from '@tanstack/react-query'
import { getExport, getExports, type PhotoExport, type ReadyExport } from '#contract/exports.ts'
import { call } from '#web/platform/http/call.ts'
import { nullIfMissing } from '#web/platform/http/null-if-absent.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

export const exportKeys = { all: ['exports'] as const }

const POLL_MS = 3000

/** Whether an export is neither ready nor failed. */
export const isRunning = ({ status }: PhotoExport) => status === 'REQUESTED' || status === 'IN_PROGRESS'

/** Counts the photos that are in no zip, because they could not be read. */
export const countMissing = ({ chunks }: ReadyExport) =>
  chunks.reduce((sum, { missingCount }) => sum + missingCount, 0)

/** One export, polled while it is running; null if it has expired or does not exist. */
export const exportQuery = (backupId: string) =>
  queryOptions({
    queryKey: [...exportKeys.all, backupId],
    queryFn: ({ signal }) => nullIfMissing(call(getExport, { params: { backupId } }, { signal })),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
  })

/** The customer's exports, newest first; polled while one is running. */
export const exportsQuery = callQuery(exportKeys.all, getExports, {
  refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? POLL_MS : false),
})
