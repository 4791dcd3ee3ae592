import type { LibraryPush } from '#contract/push.ts'
import { splitIntoChunks } from '#web/platform/http/chunks.ts'
import { isRetryable } from '#web/platform/http/http-failure.ts'
import { getUploadId, type UploadItem } from '../queue/upload-item.ts'
import type { UploadContext } from './upload-context.ts'

const POLL_MS = 3000
const FIRST_POLL_MS = 600
const MAX_PER_CALL = 500

/**
 * Fetches upload receipts of files that the service is processing, on push messages and every 3 s. Call `wake` after
 * changes of the queue.
 */
export function createReceiptTracker({ store, environment }: UploadContext) {
  let isStopped = true
  let isPolling = false
  let scheduledPoll: { at: number; cancel: () => void } | undefined
  let subscription: { close: () => void } | undefined
  const polledIds = new Set<string>()

  const listProcessingItems = () => store.queue().filter(({ state }) => state === 'processing')

  function schedulePoll(delayMs: number) {
    const at = environment.now() + delayMs
    if (isStopped || isPolling || (scheduledPoll && scheduledPoll.at <= at)) return
    scheduledPoll?.cancel()
    scheduledPoll = { at, cancel: environment.schedule(() => void poll(), delayMs) }
  }

  async function poll() {
    scheduledPoll = undefined
    const items = listProcessingItems()
    if (isStopped || isPolling || items.length === 0) return
    isPolling = true
    for (const { id } of items) polledIds.add(id)
    try {
      for (const chunk of splitIntoChunks(items, MAX_PER_CALL)) await fetchReceipts(chunk)
    } catch (error) {
      if (!isRetryable(error)) environment.report(error)
    }
    isPolling = false
    wake()
  }

  async function fetchReceipts(items: UploadItem[]) {
    const receipts = await environment.fetchReceipts(items.map(item => getUploadId(item)!))
    store.dispatch({ type: 'receipts', receipts })
    const answeredIds = new Set(receipts.map(({ uploadId }) => uploadId))
    // An upload that the service does not know any more has to be sent again.
    for (const item of items)
      if (!answeredIds.has(getUploadId(item)!))
        store.dispatch({ type: 'refused', id: item.id, reason: 'expired' })
  }

  function wake() {
    const items = listProcessingItems()
    if (items.length === 0) return
    schedulePoll(items.some(({ id }) => !polledIds.has(id)) ? FIRST_POLL_MS : POLL_MS)
  }

  function handlePush(message: LibraryPush) {
    if (message.type === 'upload') store.dispatch({ type: 'receipts', receipts: [message.receipt] })
    else if (message.type === 'ready') schedulePoll(0)
    else if (message.type !== 'photos-changed') return
    else if (listProcessingItems().some(item => item.photoId && message.photoIds.includes(item.photoId)))
      schedulePoll(100)
  }

  return {
    wake,
    start() {
      isStopped = false
      subscription = environment.onPush(handlePush)
      wake()
    },
    stop() {
      isStopped = true
      subscription?.close()
      scheduledPoll?.cancel()
      scheduledPoll = undefined
    },
  }
}
