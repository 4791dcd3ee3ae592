import { createListeners } from '#web/platform/listeners/listeners.ts'
import { type Queue, type QueueEvent, reduceQueue } from './queue.ts'
import type { UploadItem } from './upload-item.ts'

/** Stores the queue and notifies its listeners after every change. */
export interface QueueStore {
  queue: () => Queue
  find: (id: string) => UploadItem | undefined
  dispatch: (event: QueueEvent) => void
  /** Returns a function that removes the listener. */
  subscribe: (listener: () => void) => () => void
}

export function createQueueStore(): QueueStore {
  let queue: Queue = []
  const listeners = createListeners()
  return {
    queue: () => queue,
    find: id => queue.find(item => item.id === id),
    dispatch(event) {
      const next = reduceQueue(queue, event)
      if (next === queue) return
      queue = next
      listeners.notify()
    },
    subscribe: listeners.subscribe,
  }
}
