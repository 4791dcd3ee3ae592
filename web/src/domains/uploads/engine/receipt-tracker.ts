import type { LibraryPush } from '#contract/push.ts'
import { splitIntoChunks } from '#web/platform/http/chunks.ts'
import { isRetryable } from '#web/platform/http/http-failure.ts'
import { type UploadItem, uploadIdOf } from '../queue/upload-item.ts'
import type { UploadContext } from './upload-context.ts'

const POLL_MS = 3000
const FIRST_POLL_MS = 600
const MAX_PER_CALL = 500

/**
 * Fetches upload receipts of files that the service is processing, on push messages and every 3 s. Call `wake` after
 * changes of the queue.
 */
export function createReceiptTracker({ store, environment }: UploadContext) {
  let stopped = true
  let polling = false
  let scheduled: { at: number; cancel: () => void } | undefined
  let subscription: { close: () => void } | undefined
  const polled = new Set<string>()

  const processing = () => store.queue().filter(({ state }) => state === 'processing')

  function schedulePoll(inMs: number) {
    const at = environment.now() + inMs
    if (stopped || polling || (scheduled && scheduled.at <= at)) return
    scheduled?.cancel()
    scheduled = { at, cancel: environment.schedule(() => void poll(), inMs) }
  }

  async function poll() {
    scheduled = undefined
    const items = processing()
    if (stopped || polling || items.length === 0) return
    polling = true
    for (const { id } of items) polled.add(id)
    try {
      for (const chunk of splitIntoChunks(items, MAX_PER_CALL)) await fetchReceipts(chunk)
    } catch (error) {
      if (!isRetryable(error)) environment.report(error)
    }
    polling = false
    wake()
  }

  async function fetchReceipts(items: UploadItem[]) {
    const receipts = await environment.fetchReceipts(items.map(item => uploadIdOf(item)!))
    store.dispatch({ type: 'receipts', receipts })
    const answered = new Set(receipts.map(({ uploadId }) => uploadId))
    // An upload that the service does not know any more has to be sent again.
    for (const item of items)
      if (!answered.has(uploadIdOf(item)!))
        store.dispatch({ type: 'refused', id: item.id, reason: 'expired' })
  }

  function wake() {
    const items = processing()
    if (items.length === 0) return
    schedulePoll(items.some(({ id }) => !polled.has(id)) ? FIRST_POLL_MS : POLL_MS)
  }

  function handlePush(message: LibraryPush) {
    if (message.type === 'upload') store.dispatch({ type: 'receipts', receipts: [message.receipt] })
    else if (message.type === 'ready') schedulePoll(0)
    else if (message.type !== 'photos-changed') return
    else if (processing().some(item => item.photoId && message.photoIds.includes(item.photoId)))
      schedulePoll(100)
  }

  return {
    wake,
    start() {
      stopped = false
      subscription = environment.onPush(handlePush)
      wake()
    },
    stop() {
      stopped = true
      subscription?.close()
      scheduled?.cancel()
      scheduled = undefined
    },
  }
}
