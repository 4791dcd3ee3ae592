import type { UploadItem } from './item.ts'
import { type Queue, type QueueEvent, reduce } from './queue.ts'

/** Holds the queue and tells its listeners after every change. */
export interface QueueStore {
  queue: () => Queue
  find: (id: string) => UploadItem | undefined
  dispatch: (event: QueueEvent) => void
  /** Answers how to stop listening. */
  subscribe: (listener: () => void) => () => void
}

export function createQueueStore(): QueueStore {
  let queue: Queue = []
  const listeners = new Set<() => void>()
  return {
    queue: () => queue,
    find: id => queue.find(item => item.id === id),
    dispatch(event) {
      const next = reduce(queue, event)
      if (next === queue) return
      queue = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
