import { createListeners } from '#web/platform/listeners/listeners.ts'

let requested: readonly string[] | undefined
const listeners = createListeners()

/** The upload batches whose photos the timeline is asked to show. */
export const showRequest = {
  get: () => requested,
  set(batchIds: readonly string[] | undefined) {
    requested = batchIds
    listeners.notify()
  },
  subscribe: listeners.subscribe,
}
