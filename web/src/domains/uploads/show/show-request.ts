/** The upload batches whose photos the timeline is asked to show (RV-102). */
export const showRequest = {
  get: () => requested,
  set(batchIds: readonly string[] | undefined) {
    requested = batchIds
    for (const listener of [...listeners]) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

let requested: readonly string[] | undefined
const listeners = new Set<() => void>()
