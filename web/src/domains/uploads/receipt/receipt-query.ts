import { queryOptions } from '@tanstack/react-query'
import type { LibraryPush } from '#contract/push.ts'
import { getUploadBatch, type ReceiptFile } from '#contract/upload-batches.ts'
import { call } from '#web/platform/http/call.ts'
import { nullIfMissing } from '#web/platform/http/null-if-absent.ts'
import { readPages } from '#web/platform/http/read-pages.ts'

export interface UploadReceipt {
  startedAt: string
  files: ReceiptFile[]
}

/** Loads the receipt of a batch with all of its files; null if there is none (any more). */
export const receiptQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['upload-receipt', batchId],
    queryFn: ({ signal }) => nullIfMissing(readReceipt(batchId, signal)),
    // Unfinished files: push messages may be missed.
    refetchInterval: query => (query.state.data?.files.some(isUnfinished) ? POLL_MS : false),
  })

/** Loads the receipt of a batch with all of its files. Rejects with not-found if there is none. */
export async function readReceipt(batchId: string, signal: AbortSignal): Promise<UploadReceipt> {
  const pages = await readPages(query => call(getUploadBatch, { params: { id: batchId }, query }, { signal }))
  return { startedAt: pages[0]!.startedAt, files: pages.flatMap(page => page.files) }
}

/** Whether a push message may change a receipt: files were recorded, sent, deleted or restored. */
export const mayChangeReceipt = ({ type }: LibraryPush) => RECEIPT_PUSH_TYPES.has(type)

const RECEIPT_PUSH_TYPES: ReadonlySet<LibraryPush['type']> = new Set([
  'ready',
  'upload',
  'upload-batch-changed',
  'upload-session-changed',
  'photos-changed',
])

const POLL_MS = 10_000

const isUnfinished = ({ state }: ReceiptFile) => state === 'waiting' || state === 'receiving'
