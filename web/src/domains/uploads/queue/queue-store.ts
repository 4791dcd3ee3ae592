import { createListeners } from '#web/platform/listeners/listeners.ts'
import { type Queue, type QueueEvent, reduceQueue } from './queue.ts'

export type QueueStore = ReturnType<typeof createQueueStore>

/** Stores the queue and notifies its listeners after every change. */
export function createQueueStore() {
  let queue: Queue = []
  const listeners = createListeners()
  return {
    queue: () => queue,
    find: (id: string) => queue.find(item => item.id === id),
    dispatch(event: QueueEvent) {
      const next = reduceQueue(queue, event)
      if (next === queue) return
      queue = next
      listeners.notify()
    },
    subscribe: listeners.subscribe,
  }
}
