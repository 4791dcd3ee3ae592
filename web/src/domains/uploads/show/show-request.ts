import { createListeners } from '#web/platform/listeners/listeners.ts'

let requestedBatchIds: readonly string[] | undefined
const listeners = createListeners()

/** The upload batches whose photos the timeline is asked to show. */
export const showRequest = {
  get: () => requestedBatchIds,
  set(batchIds: readonly string[] | undefined) {
    requestedBatchIds = batchIds
    listeners.notify()
  },
  subscribe: listeners.subscribe,
}
