import type { LibraryPush } from '#contract/push.ts'
import { chunked } from '#web/platform/http/chunks.ts'
import { isPassing } from '#web/platform/http/http-failure.ts'
import { type UploadItem, uploadIdOf } from '../queue/item.ts'
import type { QueueStore } from '../queue/store.ts'
import type { UploadWorld } from './world.ts'

const POLL_MS = 3000
const SOON_MS = 600
const MOST_PER_CALL = 500

/**
 * Learns what became of files the service has: by push, and every 3 s as long as some are being prepared.
 * `poke` whenever there may be new ones.
 */
export function createReceiptWatch(store: QueueStore, world: UploadWorld) {
  let stopped = true
  let asking = false
  let planned: { at: number; cancel: () => void } | undefined
  let subscription: { close: () => void } | undefined
  const asked = new Set<string>()

  const processing = () => store.queue().filter(({ state }) => state === 'processing')

  function plan(inMs: number) {
    const at = world.now() + inMs
    if (stopped || asking || (planned && planned.at <= at)) return
    planned?.cancel()
    planned = { at, cancel: world.later(() => void ask(), inMs) }
  }

  async function ask() {
    planned = undefined
    const items = processing()
    if (stopped || asking || items.length === 0) return
    asking = true
    for (const { id } of items) asked.add(id)
    try {
      for (const chunk of chunked(items, MOST_PER_CALL)) await takeReceipts(chunk)
    } catch (error) {
      if (!isPassing(error)) world.report(error)
    }
    asking = false
    poke()
  }

  async function takeReceipts(items: UploadItem[]) {
    const receipts = await world.receipts(items.map(item => uploadIdOf(item)!))
    store.dispatch({ type: 'receipts', receipts })
    const answered = new Set(receipts.map(({ uploadId }) => uploadId))
    // The service does not know it any more: it has to be sent anew.
    for (const item of items)
      if (!answered.has(uploadIdOf(item)!))
        store.dispatch({ type: 'refused', id: item.id, reason: 'expired' })
  }

  function poke() {
    const items = processing()
    if (items.length === 0) return
    plan(items.some(({ id }) => !asked.has(id)) ? SOON_MS : POLL_MS)
  }

  function hear(message: LibraryPush) {
    if (message.type === 'upload') store.dispatch({ type: 'receipts', receipts: [message.receipt] })
    else if (message.type === 'ready') plan(0)
    else if (message.type !== 'photos-changed') return
    else if (processing().some(item => item.photoId && message.photoIds.includes(item.photoId))) plan(100)
  }

  return {
    poke,
    start() {
      stopped = false
      subscription = world.listen(hear)
      poke()
    },
    stop() {
      stopped = true
      subscription?.close()
      planned?.cancel()
      planned = undefined
    },
  }
}
